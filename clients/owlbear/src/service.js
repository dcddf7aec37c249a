// @ts-check
/** The one place that knows the client of the service. */
export { movesOf, Umpire } from "../../typescript/src/index.ts";
