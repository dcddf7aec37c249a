/**
 * A client of Umpire: types made from its contract, and what is tedious to write again: dice that people roll, retries,
 * live feeds that go on after a lost connection, and problems as errors.
 */
export { RunningCampaign, StartedCampaign } from "./campaign.js";
export { CONTRACT } from "./contract.js";
export type { AskForDice, Dice } from "./dice.js";
export { CreatedEncounter, Encounter, joined, movesOf, type ActOptions, type MovesOptions, type Playable, type SuggestOptions, type VersionOptions } from "./encounter.js";
export type { FollowOptions } from "./follow.js";
export { UmpireProblem, UmpireUnreachable } from "./problems.js";
export type * from "./schema.js";
export type {
  Family, GetAnswer, OddsName, OperationName, OutcomeOf, PostAnswer, PostBody, PostPath, RequestOf, Resolved,
} from "./types.js";
export { Umpire, type Compatibility, type ResolveOptions } from "./umpire.js";
export type { ChangeOptions, RequestOptions, Settings } from "./wire.js";
