// graphql-codegen with the plugins typescript, typescript-operations and typed-document-node
import { print } from "graphql";
import { AttackDocument, type AttackMutation, type AttackMutationVariables } from "./documents.js";

const variables: AttackMutationVariables = {
  input: {
    attacker: { id: "Ash", manualDexterity: 18, weapon: { baseChance: 45, rank: 6, damageModifier: 4 } },
    defender: { id: "Orc", agility: 13, perception: 8, fatigue: 15, endurance: 20, armourEn: 1 },
  },
  dice: { supplied: { faces: [15, 60, 8] } },
};
const reply = await fetch(`${process.argv[2]}/graphql`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ query: print(AttackDocument), variables }),
});
const { data } = (await reply.json()) as { data: AttackMutation };
const answer = data.opposedResolveAttack;
if (answer.__typename !== "OpposedResolveAttackAnswer") throw new Error(JSON.stringify(answer));
console.log(JSON.stringify(answer.steps.map((step) => step.text)));
