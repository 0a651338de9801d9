import { createServer, type Server } from "node:net";

/** A listener on the loopback address that counts the connections it sees and closes each. */
export class ConnectionCounter {
  connections = 0;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket) => {
      this.connections += 1;
      socket.destroy();
    });
  }

  static async open(): Promise<ConnectionCounter> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new ConnectionCounter(server);
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the listener has no port");
    return address.port;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}
