import type { World } from "@graph/world";
import type { Transport } from "@modelcontextprotocol/client";
import { childEnvironment } from "./child-environment.ts";
import { addressProblem, createHttpTransport } from "./http-transport.ts";
import { startProcess } from "./process-transport.ts";
import type { ServerConfig } from "./server-config.ts";
import type { LineLog } from "./server-log.ts";
import { redactorOf } from "./server-redactor.ts";
import { abortable, createLimit } from "./waiting.ts";

/** One session with one server. */
export interface Connection {
  /** Sends a request; the answer is not checked. Rejects with what the library throws; see `failure.ts`. */
  request(method: string, params: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<unknown>;
  /** Resolves with the reason, in plain words, once the session is over for whatever reason. */
  readonly ended: Promise<string>;
  /** Whether it is over, and why. */
  readonly endReason: () => string | undefined;
  /** How many messages have come; `undefined` where requests do not share a channel (HTTP). */
  readonly received: (() => number) | undefined;
  /** Size of an answer in characters, when it is known. */
  answerSize(answer: object): number | undefined;
}

export interface ConnectionOptions {
  readonly config: ServerConfig;
  readonly world: World;
  /** Depth at which the server works. */
  readonly depth: number;
  readonly log: LineLog;
  readonly onListChanged: () => void;
}

/** A session that is being opened: it can be given up at any time. */
export interface OpeningConnection {
  /** Rejects with an error whose message says what happened. */
  readonly opened: Promise<Connection>;
  /** Ends the session and its process; open calls fail with the reason. Resolves when the process is gone. Never rejects. */
  close(reason: string): Promise<void>;
}

/** Node's longest timer: limits are kept by us, on the world's clock. */
const noLimit = 2_147_483_647;

/** How long a server may take to hear that its session is over. */
const goodbyeMs = 500;

/** Takes any answer: the library refuses whole lists for one bad tool, and answers whose parts it does not know. */
const anything = {
  "~standard": { version: 1, vendor: "graph", validate: (value: unknown) => ({ value }) },
} as const;

/** Opens a session. The program of a stdio server starts at once, while the library is still being loaded. */
export function openConnection(options: ConnectionOptions): OpeningConnection {
  const { config, log } = options;
  const sizes = new WeakMap<object, number>();
  let endReason: string | undefined;
  let end: (reason: string) => void = () => undefined;
  const ended = new Promise<string>((resolve) => {
    end = (reason) => {
      endReason ??= reason;
      resolve(endReason);
    };
  });
  const process =
    config.kind === "stdio"
      ? startProcess({
          world: options.world,
          command: config.command,
          args: config.args ?? [],
          workingFolder: config.cwd ?? options.world.processes.workingFolder,
          environment: childEnvironment(options.world.processes, config.env, options.depth),
          log,
          redactor: redactorOf(config),
          onAnswerSize: (result, characters) => void sizes.set(result, characters),
          onEnd: (reason) => end(reason),
        })
      : undefined;
  let closing: Promise<void> | undefined;
  let closeTransport: () => Promise<void> = async () => process?.close();

  const close = (reason: string): Promise<void> => {
    end(reason);
    closing ??= closeTransport().catch(() => undefined);
    return closing;
  };

  const open = async (): Promise<Connection> => {
    const transport: Transport = process ?? (await httpTransport(options, (close) => (closeTransport = close)));
    const { Client } = await import("@modelcontextprotocol/client");
    if (endReason !== undefined) throw new Error(endReason);
    const client = new Client({ name: "graph", version: "1" });
    client.onerror = (error) => log("info", error.message);
    client.setNotificationHandler("notifications/tools/list_changed", options.onListChanged);
    try {
      await client.connect(transport, { timeout: noLimit });
    } catch (error) {
      // Its process ended: how it went says more than "closed". The library closes after every failure, and what comes of that says nothing.
      const reason = process?.wasClosed() === true ? undefined : endReason;
      await close("could not be started");
      if (reason !== undefined) throw new Error(reason, { cause: error });
      throw error;
    }
    client.onclose = () => {
      if (!process) end("the connection was closed");
    };
    return {
      request: (method, params, signal) => client.request({ method, params }, anything, { signal, timeout: noLimit }),
      ended,
      endReason: () => endReason,
      received: process?.received,
      answerSize: (answer) => sizes.get(answer),
    };
  };
  const opened = open();
  // Whoever gave the session up before it was open does not wait for it.
  opened.catch(() => undefined);
  return { opened, close };
}

async function httpTransport(
  { config, world }: ConnectionOptions,
  onClose: (close: () => Promise<void>) => void,
): Promise<Transport> {
  if (config.kind !== "http") throw new TypeError("not an HTTP server");
  const problem = addressProblem(config.url, config.shownUrl);
  if (problem !== undefined) throw new Error(problem);
  const transport = await createHttpTransport(config.url, config.headers ?? {});
  onClose(async () => {
    const limit = createLimit(world, goodbyeMs);
    await abortable(transport.terminateSession(), limit.signal).catch(() => undefined);
    limit.cancel();
    await transport.close();
  });
  return transport;
}
