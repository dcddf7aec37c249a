// A map and a chat for whoever holds a viewer's token: entries from the stream, which goes on where it was cut.
const [map, chat, status, form] = ["map", "chat", "status", "join"].map(name => document.getElementById(name));
const tokens = new Map(), sides = [];
let id, token, seen = 0;

const ask = (path, headers) =>
  fetch(`/v1/encounters/${id}${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } });
const draw = (parent, name, values) => {
  const shape = parent.appendChild(document.createElementNS("http://www.w3.org/2000/svg", name));
  for (const key in values) shape.setAttribute(key, values[key]);
  return shape;
};
const centre = ([q, r]) => ({ x: 1.5 * q, y: Math.sqrt(3) * (r + q / 2) });   // flat-top hexes with sides of 1, y down

function show({ units = [], positions }) {                      // on hexes, or in yards: who is not listed stands at 0, 0
  const yards = new Map(positions?.map(({ unit, x = 0, y = 0 }) => [unit, { x, y }]));
  const place = unit => unit.hex?.length ? centre(unit.hex) : positions && (yards.get(unit.id) ?? { x: 0, y: 0 });
  const placed = units.map(unit => ({ ...unit, ...place(unit) }));
  const seenUnits = placed.filter(unit => "x" in unit), xs = seenUnits.map(unit => unit.x), ys = seenUnits.map(unit => unit.y);
  const left = Math.min(...xs), top = Math.min(...ys), wide = Math.max(...xs) - left, high = Math.max(...ys) - top;
  const size = positions ? Math.max(12, wide, high) / 12 : 0.7, edge = 3 * size;
  if (xs.length) map.setAttribute("viewBox", [left - edge, top - edge, wide + 2 * edge, high + 2 * edge].join(" "));
  for (const [name, shape] of tokens) if (!seenUnits.some(unit => unit.id === name)) shape.remove(), tokens.delete(name);
  for (const unit of seenUnits) {
    if (!sides.includes(unit.side)) sides.push(unit.side);
    if (!tokens.has(unit.id)) tokens.set(unit.id, draw(map, "g", { class: `token side${sides.indexOf(unit.side) % 3}` }));
    const shape = tokens.get(unit.id), nose = { d: `M0 ${-size}V${-1.5 * size}`, transform: `rotate(${60 * unit.facing})` };
    shape.replaceChildren();
    draw(shape, "circle", { r: size, "stroke-width": size / 12 });
    if ("facing" in unit) draw(shape, "path", { ...nose, "stroke-width": size / 4 });
    draw(shape, "text", { y: 2 * size, "font-size": 0.7 * size }).textContent = unit.name ?? unit.id;
    shape.style.transform = `translate(${unit.x}px, ${unit.y}px)`;
  }
}
async function tell(event) {
  const entry = JSON.parse(event.match(/^data: (.*)$/m)?.[1] ?? "{}");
  if (!entry.version) return entry.reason;                      // a comment, or the end of the stream
  seen = entry.version;
  chat.appendChild(document.createElement("li")).textContent = entry.summary;
  show((await (await ask("")).json()).state);
  status.textContent = `Live, version ${seen}.`;
}
async function follow() {
  for (let end; end !== "gone"; await new Promise(wake => setTimeout(wake, 1000))) try {
    const reply = await ask("/stream", { "last-event-id": seen });
    if (reply.status >= 400 && reply.status < 500) return status.textContent = (await reply.json()).detail;
    const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = "", part = await reader.read(); !part.done; part = await reader.read()) {
      const events = (text + part.value).split("\n\n");
      text = events.pop();
      for (const event of events) end = await tell(event) ?? end;
    }
  } catch { status.textContent = "The connection was cut. Trying again."; }
}
function join(seat) {                                           // <encounter>.<token>: taken out of the address at once
  [, id, token] = seat.match(/^#?([^.]+)\.(.+)$/) ?? [];
  if (id) history.replaceState(null, "", location.pathname), form.hidden = true, follow();
}
form.addEventListener("submit", event => { event.preventDefault(); join(form.elements.seat.value.trim()); });
join(location.hash);
