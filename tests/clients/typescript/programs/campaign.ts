// A small campaign, followed to its end, and one that is cancelled: node campaign.js ADDRESS SKIRMISH POINTER
import { Umpire, type Campaign, type FeedEnded } from "umpire-client";

const [address, input, pointer] = process.argv.slice(2) as [string, string, string];
const umpire = new Umpire({ url: address });
const body = { operation: "opposed/resolve-skirmish" as const, request: { input: JSON.parse(input) }, max_fights: 32, axes: [{ pointer, values: [2, 10] }] };
const campaign = await umpire.campaign(body);
const states: Campaign[] = [];
let ended: FeedEnded | undefined;
const feed = campaign.follow();
for (let next = await feed.next(); !ended; next = await feed.next()) {
  if (next.done) ended = next.value ?? { status: "ended", reason: "nothing", text: "" };
  else states.push(next.value);
}
const cells = new Map(states.flatMap(({ results }) => results.map((cell) => [cell.cell, cell.fights])));
const found = await umpire.campaignById(campaign.id).read();
const one = await campaign.read({ cell: 1 });
const shown = await campaign.fight(3, { cell: 1 });
const fought = await umpire.post(`/v1/${shown.operation}`, shown.request as Record<string, unknown>);
const long = await umpire.campaign({ ...body, max_fights: 1_000_000 });
console.log(JSON.stringify({
  started: campaign.started.cells,
  cells: [...cells],
  last: states.at(-1)?.status,
  ended: ended?.reason,
  found: [found.status, found.fights],
  one: one.results.map(({ cell }) => cell),
  odds: (await campaign.cell(1)).labels,
  fought: fought.status,
  chart: (await campaign.chart({ side: "red" })).slice(0, 4),
  cancelled: (await long.cancel()).status,
}));
