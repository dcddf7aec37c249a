// Runs the query that GraphiQL opens with, and a subscription while a referee acts: node try_graphiql.mjs ADDRESS FIGHT
import { browsing } from "./browser.mjs";

const [address, fight] = [process.argv[2], JSON.parse(process.argv[3])];
const told = await browsing(async (open) => {
  const run = async (page) => page.getByRole("button", { name: /^Execute/ }).click();
  const answered = (page, text) => page.locator(".result-window").getByText(text).first().waitFor();
  const first = await open(`${address}/graphql`);
  await run(first.page);
  await answered(first.page, "Ash hit Orc: Crucial.");
  const subscription = `subscription {
    encountersFollow(id: "${fight.id}", token: "${fight.viewer}", after: 1) { ... on EncounterEntry { version kind } ... on Problem { detail } }
  }`;
  const second = await open(`${address}/graphql?${new URLSearchParams({ query: subscription })}`);
  const socket = second.page.waitForEvent("websocket");
  await run(second.page);
  const address_of_socket = (await socket).url();
  const answer = await fetch(`${address}/v1/encounters/${fight.id}/${fight.procedure}`, {
    method: "POST",
    headers: { authorization: `Bearer ${fight.referee}`, "content-type": "application/json", "if-match": '"1"' },
    body: JSON.stringify(fight.request),
  });
  await answered(second.page, '"act"');
  return { acted: answer.status, socket: address_of_socket, errors: [...first.errors, ...second.errors], strangers: [...first.strangers, ...second.strangers] };
});
console.log(JSON.stringify(told));
