// A stand-in for a service or a proxy in bad health: it answers by a list, and remembers what it was asked.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Umpire, type Settings } from "umpire-client";

export interface Asked {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}
type Reply = (response: ServerResponse) => void;

/** Answer with JSON. */
export const json = (status: number, body: object, headers: Record<string, string> = {}): Reply => (response) =>
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

/** Answer with a problem. */
export const problem = (status: number, headers: Record<string, string> = {}): Reply =>
  json(status, { type: `/problems/p${status}`, title: "No", status, detail: "Not now.", instance: "/", errors: [] }, headers);

/** Lose the connection. */
export const lost: Reply = (response) => response.destroy();

/** Lose the connection in the middle of the answer. */
export const cut: Reply = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"status": "resol', () => response.destroy());
};

/** Answer with events, and close. */
export const events = (text: string): Reply => (response) => response.writeHead(200, { "content-type": "text/event-stream" }).end(text);

/** Let `use` ask a stand-in that answers by a list; return what `use` made of it, and what was asked. */
export async function asking<A>(replies: Reply[], use: (umpire: Umpire) => Promise<A>, settings: Settings = {}): Promise<{ made: A; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk));
    request.on("end", () => {
      asked.push({ method: request.method ?? "", path: request.url ?? "", headers: request.headers, body });
      (replies.shift() ?? problem(500))(response);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { made: await use(new Umpire({ url, ...settings })), asked };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Return what an error says of itself, for a test to read. */
export const failure = (error: unknown): Record<string, unknown> => {
  const { name, message, status, kind, retryAfter, needs } = error as Record<string, unknown>;
  return { name, message, status, kind, retryAfter, needs };
};
