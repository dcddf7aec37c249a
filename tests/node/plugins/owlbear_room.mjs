// A stand-in for a room of Owlbear Rodeo: it answers the messages of the real SDK from a scene that all pages share. It is
// not Owlbear Rodeo: what a real room allows, and how fast and how much, it does not show.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";

const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".svg": "image/svg+xml" };
const ROOT = Math.sqrt(3);

/** Serve some paths on a port of their own; return the origin. */
async function serving(read) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://any").pathname;
    const found = await read(path).catch(() => null);
    response.writeHead(found === null ? 404 : 200, { "content-type": TYPES[extname(path)] ?? "text/html" });
    response.end(found ?? "");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

const PAGE = `<!doctype html><meta charset="utf-8"><title>A stand-in for a room</title><link rel="icon" href="data:,">
<iframe id="extension" style="width:400px;height:640px;border:0"></iframe><script type="module" src="/room.js"></script>`;

// Runs in the page of the room: hands each message to the room, and its answer to the extension.
const SCRIPT = `
const frame = document.getElementById("extension"), told = new URLSearchParams(location.search);
const reference = btoa(location.origin + " " + told.get("room"));
window.hear = (id, data) => frame.contentWindow.postMessage({ id, data }, told.get("extension"));
addEventListener("message", async ({ data: sent, origin }) => {
  if (origin !== told.get("extension") || !sent?.id) return;
  const answer = await window.roomAnswers(sent.id, sent.data ?? null);
  if (!sent.nonce) return;
  const suffix = answer.error ? "_ERROR" : "_RESPONSE";
  frame.contentWindow.postMessage({ id: sent.id + suffix + sent.nonce, data: answer.error ?? answer.data }, told.get("extension"));
});
frame.onload = () => window.hear("OBR_READY", { userId: told.get("user"), ref: "reference" });
frame.src = told.get("extension") + "/index.html?obrref=" + encodeURIComponent(reference);
`;

/** A room: its scene, its metadata, and who is in it. */
export class Room {
  constructor(id, items, grid) {
    Object.assign(this, { id, items, grid, metadata: {}, sceneMetadata: {}, people: [], sent: [], notes: [] });
  }

  /** Serve the room and the extension, from two origins as in life. */
  async open(folder) {
    this.host = await serving(async (path) => (path === "/room.js" ? SCRIPT : PAGE));
    this.extension = await serving((path) => readFile(join(folder, path)));
  }

  close() {
    this.host.close();
    this.extension.close();
  }

  /** Let somebody in: returns the page, the extension in it, and all that reached this person. */
  async enter(open, user, role, options = {}) {
    const opened = await open("about:blank", options);
    const person = { ...opened, user, role, reached: [], requests: [], selection: [], local: [] };
    this.people.push(person);
    await person.page.exposeFunction("roomAnswers", (id, data) => this.answer(person, id, data));
    person.page.on("request", (request) => person.reached.push(JSON.stringify([request.url(), request.headers(), request.postData()])));
    person.page.on("request", (request) => person.requests.push({ url: request.url(), method: request.method(), key: request.headers()["x-api-key"] ?? null }));
    const query = new URLSearchParams({ room: this.id, user, extension: this.extension.origin });
    await person.page.goto(`${this.host.origin}/?${query}`);
    person.frame = person.page.frameLocator("#extension");
    return person;
  }

  async answer(person, id, data) {
    this.sent.push({ user: person.user, id, data });
    const known = ANSWERS[id];
    if (known === undefined) return id.endsWith("SUBSCRIBE") ? { data: {} } : this.told(person, { error: { name: "NotInThisStandIn", message: id } });
    try {
      return this.told(person, { data: (await known(this, data, person)) ?? {} });
    } catch (error) {
      return this.told(person, { error: { name: "Refused", message: error.message } });
    }
  }

  told(person, answer) {
    person.reached.push(JSON.stringify(answer));
    return answer;
  }

  /** Tell everybody of a change. */
  async tell(id, data) {
    for (const person of this.people) {
      person.reached.push(JSON.stringify(data));
      await person.page.evaluate(([id, data]) => window.hear(id, data), [id, data]);
    }
  }

  async select(person, selection) {
    person.selection = selection;
    await person.page.evaluate((data) => window.hear("OBR_PLAYER_EVENT_CHANGE", data), { player: { id: person.user, role: person.role, selection } });
  }

  async drag(id, position) {
    this.items.find((item) => item.id === id).position = position;
    await this.tell("OBR_SCENE_ITEMS_EVENT_CHANGE", { items: this.items });
  }

  /** The centre of the nearest cell. */
  snapped({ x, y }) {
    const { dpi, start, type } = this.grid;
    const side = dpi / ROOT;
    const centre = (q, r) => (type === "HEX_HORIZONTAL" ? { x: start.x + side * 1.5 * q, y: start.y + dpi * (r + q / 2) } : { x: start.x + dpi * (q + r / 2), y: start.y + side * 1.5 * r });
    const near = [];
    for (let q = -20; q <= 20; q += 1) for (let r = -20; r <= 20; r += 1) near.push(centre(q, r));
    const far = (point) => Math.hypot(point.x - x, point.y - y);
    return near.reduce((best, point) => (far(point) < far(best) ? point : best));
  }
}

function onlyMasters(person) {
  if (person.role !== "GM") throw new Error("A player may not do this.");
}

const ANSWERS = {
  OBR_SCENE_IS_READY: () => ({ ready: true }),
  OBR_PLAYER_GET_ROLE: (room, data, person) => ({ role: person.role }),
  OBR_PLAYER_GET_SELECTION: (room, data, person) => ({ selection: person.selection }),
  OBR_THEME_GET_THEME: () => ({ theme: { mode: "DARK" } }),
  OBR_SCENE_ITEMS_GET_ALL_ITEMS: (room) => ({ items: room.items }),
  OBR_SCENE_ITEMS_GET_ITEMS: (room, { ids }) => ({ items: room.items.filter(({ id }) => ids.includes(id)) }),
  OBR_SCENE_LOCAL_GET_ALL_ITEMS: (room, data, person) => ({ items: person.local }),
  OBR_SCENE_LOCAL_ADD_ITEMS: (room, { items }, person) => void person.local.push(...items),
  OBR_SCENE_LOCAL_DELETE_ITEMS: (room, { ids }, person) => {
    person.local = person.local.filter(({ id }) => !ids.includes(id));
  },
  OBR_SCENE_GRID_GET_DPI: (room) => ({ dpi: room.grid.dpi }),
  OBR_SCENE_GRID_GET_TYPE: (room) => ({ type: room.grid.type }),
  OBR_SCENE_GRID_GET_SCALE: (room) => ({ raw: room.grid.scale, parsed: { multiplier: parseFloat(room.grid.scale), unit: room.grid.scale.replace(/[\d.]+/, ""), digits: 0 } }),
  OBR_SCENE_GRID_SNAP_POSITION: (room, { position }) => ({ position: room.snapped(position) }),
  OBR_SCENE_GET_METADATA: (room) => ({ metadata: room.sceneMetadata }),
  OBR_ROOM_GET_METADATA: (room) => ({ metadata: room.metadata }),
  OBR_NOTIFICATION_SHOW: (room, { message }, person) => {
    room.notes.push([person.user, message]);
    return { id: String(room.notes.length) };
  },
  OBR_SCENE_SET_METADATA: (room, { update }, person) => {
    onlyMasters(person);
    Object.assign(room.sceneMetadata, update);
  },
  OBR_ROOM_SET_METADATA: async (room, { update }, person) => {
    onlyMasters(person);
    room.metadata = JSON.parse(JSON.stringify({ ...room.metadata, ...update }));
    await room.tell("OBR_ROOM_METADATA_EVENT_CHANGE", { metadata: room.metadata });
  },
  OBR_SCENE_ITEMS_UPDATE_ITEMS: async (room, { updates }, person) => {
    onlyMasters(person);
    for (const update of updates) Object.assign(room.items.find(({ id }) => id === update.id), update);
    await room.tell("OBR_SCENE_ITEMS_EVENT_CHANGE", { items: room.items });
  },
};

/** A token of the scene. */
export function tokenOf(id, name, position, more = {}) {
  return { id, type: "IMAGE", name, visible: true, locked: false, position, rotation: 0, scale: { x: 1, y: 1 }, metadata: {}, layer: "CHARACTER", zIndex: 0, createdUserId: "gm", lastModified: "", lastModifiedUserId: "gm", ...more };
}
