/** What a path of the contract takes and gives, worked out from the generated types. */
import type { CreateEncounter, NeedsDice, paths, SelectedAnswer } from "./schema.js";

/** A JSON object of which nothing else is known. */
export type Json = Record<string, unknown>;

/** A rules family. */
export type Family = CreateEncounter["family"];

type PathsWith<M extends string> = { [P in keyof paths]: paths[P] extends Record<M, unknown> ? P : never }[keyof paths];
type Method<P extends keyof paths, M extends string> = paths[P] extends Record<M, infer O> ? O : never;
type BodyOf<O> = O extends { requestBody: { content: { "application/json": infer B } } } ? B : undefined;
type Content<R> = R extends { content: infer C } ? (C extends { "application/json": infer A } ? A : string) : never;
type AnswerOf<O> = O extends { responses: infer R } ? Content<R[keyof R & (200 | 201 | 202)]> : never;
type WithoutFields<B> = B extends unknown ? Omit<B, "fields"> : never;
/** A body whose `fields` may also have longer paths than the contract lists: it lists those of one and two names. */
type WithLongerFields<B> = B extends unknown ? ("fields" extends keyof B ? Omit<B, "fields"> & { fields?: Longer<Exclude<B["fields"], undefined>> } : B) : never;
type Longer<F> = F extends (infer Path extends string)[] ? (Path | `${Extract<Path, `${string}.${string}`>}.${string}`)[] : F;

/** Whether a text is known only when the program runs: `string`, or a template that has a `string` in it. */
type IsOpen<S extends string> = {} extends Record<S, 1> ? true : false;

/** A path without parameters that answers POST, such as `/v1/listings`. */
export type PostPath = Exclude<PathsWith<"post">, `${string}{${string}`>;

/** The body of a POST to a path; any object where the path is known only when the program runs. */
export type PostBody<P extends string> = P extends PostPath ? WithLongerFields<BodyOf<Method<P, "post">>> : IsOpen<P> extends true ? Json : never;

/** The answer to a POST to a path, one of those that the contract names. */
export type PostAnswer<P extends string> = P extends PostPath ? AnswerOf<Method<P, "post">> : Unknown;

/** An operation by its path below `/v1`, such as `opposed/resolve-attack`. */
export type OperationName = PostPath extends infer P ? (P extends `/v1/${infer N}` ? N : never) : never;

/** An operation whose odds can be asked for. */
export type OddsName = OperationName extends infer N ? (N extends `${infer Rolled}/odds` ? Rolled : never) : never;

/** The body of an operation that is asked for its whole answer. */
export type RequestOf<N extends string> = WithoutFields<PostBody<`/v1/${N}`>>;

/** The answer of an operation that has all its dice. */
export type Resolved<N extends string> = Exclude<PostAnswer<`/v1/${N}`>, NeedsDice | SelectedAnswer>;

/** The outcome of a procedure of a family; unknown where either is known only when the program runs. */
export type OutcomeOf<F extends string, P extends string> = `${F}/${P}` extends OperationName
  ? Resolved<`${F}/${P}`> extends { outcome: infer O } ? O : unknown
  : unknown;

/** An answer of which the contract is not known before the program runs. */
export type Unknown = Json & { status?: string };

/** A path that answers GET, with its parameters in braces. */
type GetTemplate = PathsWith<"get">;

type Fits<T extends string, P extends string> = T extends `${infer Part}/${infer Rest}`
  ? P extends `${infer Is}/${infer More}` ? (FitsPart<Part, Is> extends true ? Fits<Rest, More> : false) : false
  : P extends `${string}/${string}` ? false : FitsPart<T, P>;
type FitsPart<T extends string, P extends string> = T extends `{${string}}` ? true : P extends T ? true : false;
type WithoutQuery<P extends string> = P extends `${infer Path}?${string}` ? Path : P;
type Templates<P extends string> = { [T in GetTemplate]: Fits<T, WithoutQuery<P>> extends true ? T : never }[GetTemplate];

/** The answer to a GET of a path such as `/v1/families/opposed/play`; text where the contract names no JSON. */
export type GetAnswer<P extends string> = [Templates<P>] extends [never]
  ? Unknown
  : AnswerOf<Method<Templates<P>, "get">>;
