// A proxy between a client and the service that can lose, cut and swallow what comes through.
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

export class Proxy {
  address = "";
  /** Whether new connections are closed at once. */
  refuses = false;
  /** Whether the next bytes for the client are cut: half of them arrive, then the connection is lost. */
  cutsNext = false;
  /** Whether nothing gets through any more on the connections of now. */
  swallows = false;
  cuts = 0;
  /** How often a connection has become dead. */
  swallowed = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  constructor(target: string) {
    const { hostname, port } = new URL(target);
    this.#server = createServer((client) => (this.refuses ? client.destroy() : this.#join(client, connect(Number(port), hostname))));
  }

  async start(): Promise<this> {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
    this.address = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  /** Lose all connections. */
  drop(): void {
    for (const each of this.#sockets) each.destroy();
  }

  stop(): void {
    this.drop();
    this.#server.close();
  }

  #join(client: Socket, service: Socket): void {
    const ends = [client, service];
    let isDead = false;
    for (const each of ends) {
      this.#sockets.add(each);
      each.on("error", () => undefined);
      each.on("close", () => {
        this.#sockets.delete(each);
        for (const other of ends) other.destroy();
      });
    }
    client.on("data", (bytes) => service.write(bytes));
    service.on("data", (bytes: Buffer) => {
      if (this.swallows && !isDead) this.swallowed++;
      isDead ||= this.swallows;
      if (isDead) return;
      if (!this.cutsNext) return void client.write(bytes);
      this.cutsNext = false;
      this.cuts++;
      client.write(bytes.subarray(0, bytes.length >> 1), () => client.destroy());
    });
  }
}

/** Wait until something is so. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((done) => setTimeout(done, 10));
}
