// openapi-typescript openapi.yaml --output schema.d.ts --root-types --root-types-no-schema-prefix
import { body } from "./body.js";
import type { NeedsDice, OpposedResolveAttackAnswer, OpposedResolveAttackRequest, operations } from "./schema.js";

// @ts-expect-error: a misspelt field is found
export const misspelt: OpposedResolveAttackRequest["input"]["attacker"] = { ...body.input.attacker, fatige: 3 };

type Answer = operations["opposed_resolve_attack"]["responses"]["200"]["content"]["application/json"];

const reply = await fetch(`${process.argv[2]}/v1/opposed/resolve-attack`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body satisfies OpposedResolveAttackRequest),
});
const answer: Answer = (await reply.json()) as OpposedResolveAttackAnswer | NeedsDice;
if (answer.status === "needs_dice") throw new Error(answer.need.text ?? "dice are missing");
console.log(JSON.stringify(answer.steps.map((step) => step.text)));
