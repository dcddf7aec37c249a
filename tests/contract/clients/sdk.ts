// openapi-ts --input openapi.yaml --output sdk --client @hey-api/client-fetch
import { body } from "./body.js";
import { client } from "./sdk/client.gen.js";
import { opposedResolveAttack } from "./sdk/sdk.gen.js";

client.setConfig({ baseUrl: process.argv[2]! });
const { data } = await opposedResolveAttack({ body, throwOnError: true });
if (data.status !== "resolved") throw new Error(JSON.stringify(data));
console.log(JSON.stringify(data.steps.map((step) => step.text)));
