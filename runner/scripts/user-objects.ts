import type { ScoreQuestion, ScorerFailure, ScorerRecord } from '../ports/index.ts';

/** Objects of another system that a user's module may export, and that a program may hand over. */
export type UserObjects = {
  shapes: ObjectShapes;
  /** The module that exports the same `shapes`: workers load it beside the user's. */
  module(): URL;
  /** Stands in the environment of workers, unless the user's says otherwise. */
  variables?: Readonly<Record<string, string>>;
};

/** What an object is; undefined for any that is something else. */
export type ObjectShapes = {
  scorer?(value: unknown): ObjectScorer | undefined;
  agent?(value: unknown, importPackage: PackageImport): AgentFunction | undefined;
  /** What a function may return in place of an answer: as an answer, or as an async generator of one. */
  result?(value: unknown): unknown;
};

/** Imports a package as the user's module does, so that it is the one that the objects of the module come from. */
export type PackageImport = (name: string) => Promise<object>;

/** How objects of other systems are told from anything else. */
export type ObjectReader = { shapes: readonly ObjectShapes[]; importPackage: PackageImport };

/** `name` is what a scorer calls itself; `score` answers a number or `{score, reason}`, and `record` reads more in it. */
export type ObjectScorer = {
  name: string | undefined;
  score(question: ScoreQuestion): unknown;
  record?(answer: unknown): ScorerRecord;
  /** The same of what `score` threw, with its words; undefined when that tells nothing. */
  failed?(error: unknown): (ScorerFailure & ScorerRecord) | undefined;
};

/** Answers a request as a function of a module agent does. */
export type AgentFunction = (request: unknown, context?: unknown) => unknown;

/** What other systems give the workers of user code. */
export type WorkerSystems = { objects: readonly UserObjects[] };
