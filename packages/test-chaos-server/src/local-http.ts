import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** One request as it came. */
export interface LocalRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What to answer; `body` is written and, unless `hangs`, ended. */
export interface LocalResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The answer stays open after its body. */
  readonly hangs?: boolean;
  /** The connection is cut after the body. */
  readonly cuts?: boolean;
}

/** A server on this machine that answers as a function says. */
export interface LocalServer {
  readonly url: string;
  /** Every request so far. */
  readonly requests: readonly LocalRequest[];
  close(): Promise<void>;
}

/** Listens on 127.0.0.1 at a free port. */
export async function serveLocally(
  answer: (request: LocalRequest) => LocalResponse | Promise<LocalResponse>,
): Promise<LocalServer> {
  const requests: LocalRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    void readRequest(incoming).then(async (request) => {
      requests.push(request);
      const { status, headers = {}, body = "", hangs = false, cuts = false } = await answer(request);
      outgoing.writeHead(status, headers);
      if (!hangs && !cuts) return outgoing.end(body);
      outgoing.write(body, () => {
        if (cuts) outgoing.destroy();
      });
      return outgoing.flushHeaders();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<LocalRequest> {
  let body = "";
  incoming.setEncoding("utf8");
  for await (const piece of incoming) body += String(piece);
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  return { method: incoming.method ?? "", path: incoming.url ?? "", headers, body };
}
