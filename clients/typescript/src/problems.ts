/** What can go wrong, as errors that a program can tell apart. */
import type { Fault, Need, NeedsDice, Problem } from "./schema.js";

/** A refusal of the service: a problem document (RFC 9457) as an error. */
export class UmpireProblem extends Error {
  override readonly name = "UmpireProblem";
  /** The HTTP status; 200 if the only thing that is missing is dice (see `needs`). */
  readonly status: number;
  /** The address of the page that explains this kind of problem, such as `/problems/version-stale`. */
  readonly type: string;
  /** The kind of problem, in words. */
  readonly title: string;
  /** A sentence on this occurrence, which quotes the offending value. */
  readonly detail: string;
  /** The path of the operation. */
  readonly instance: string;
  /** Each fault of the request, and its place. */
  readonly errors: readonly Fault[];
  /** Seconds to wait before it makes sense to try again, if the service says so. */
  readonly retryAfter: number | undefined;
  /** The dice that are missing, if the request brought too few and no callback that could be asked for more. */
  readonly needs: readonly Need[] | undefined;

  constructor(told: Problem, more: { retryAfter?: number | undefined; needs?: readonly Need[] } = {}) {
    super(told.detail || told.title);
    this.status = told.status;
    this.type = told.type;
    this.title = told.title;
    this.detail = told.detail;
    this.instance = told.instance;
    this.errors = told.errors;
    this.retryAfter = more.retryAfter;
    this.needs = more.needs;
  }

  /** The last word of `type`, such as `version-stale`. */
  get kind(): string {
    return this.type.slice(this.type.lastIndexOf("/") + 1);
  }
}

/** No answer came: the service is not there, or the connection was lost each time. `cause` is the last error. */
export class UmpireUnreachable extends Error {
  override readonly name = "UmpireUnreachable";
}

/** Return the error that an answer which is not a success stands for, whoever sent it: the service or a proxy. */
export async function problemOf(answer: Response, path: string, retryAfter: number | undefined): Promise<UmpireProblem> {
  const text = await answer.text().catch(() => "");
  const told: Problem = { type: "about:blank", title: answer.statusText, status: answer.status, detail: "", instance: path, errors: [] };
  try {
    Object.assign(told, JSON.parse(text));
  } catch {
    told.detail = text.slice(0, 200);
  }
  return new UmpireProblem(told, { retryAfter });
}

/** Return the error for dice that are missing where nobody can be asked for them. */
export function missingDice(answer: NeedsDice, path: string): UmpireProblem {
  const told = { type: "about:blank", title: "Dice are missing", status: 200, detail: answer.need.text, instance: path, errors: [] };
  return new UmpireProblem(told, { needs: answer.needs });
}
