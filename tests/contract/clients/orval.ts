// orval --config orval.config.mjs
import { body } from "./body.js";
import { opposedResolveAttack } from "./orval/umpire.js";

const reply = await opposedResolveAttack(body);
if (reply.status !== 200) throw new Error(`answered ${reply.status}`);
const answer = reply.data;
if (answer.status !== "resolved") throw new Error(`the attack is ${answer.status}`);
console.log(JSON.stringify(answer.steps.map((step) => step.text)));
