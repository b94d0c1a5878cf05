import type { ScoreQuestion, ScorerFailure, ScorerModelExchange } from '../ports/index.ts';

/**
 * Support for the objects of another system (such as the agents of a framework), which a user's module may export or a
 * program may pass in.
 */
export type UserObjects = {
  shapes: ObjectRecognizer;
  /** The URL of the module that exports the same `shapes`; workers load it together with the user's module. */
  module(): URL;
  /** Default environment variables of the workers; the user's own values take precedence. */
  variables?: Readonly<Record<string, string>>;
};

/**
 * Recognizes objects of other systems by their shape. Each member returns undefined for values that it does not know.
 */
export type ObjectRecognizer = {
  scorer?(value: unknown): ObjectScorer | undefined;
  agent?(value: unknown, importPackage: PackageImport): AgentFunction | undefined;
  /**
   * Converts a function's return value that is another system's result object: into an answer, or into an async
   * generator that returns one.
   */
  result?(value: unknown): unknown;
};

/**
 * Imports a package as the user's module would, so that it is the same copy of the package from which the module's
 * objects come.
 */
export type PackageImport = (name: string) => Promise<object>;

/** Functions that recognize the objects of other systems, and a function that imports packages, which they need. */
export type ObjectReader = { shapes: readonly ObjectRecognizer[]; importPackage: PackageImport };

/**
 * A scorer in the form of an object. `name` is the scorer's own name. `score` returns a number or `{score, reason}`;
 * `record` reads further details from its result.
 */
export type ObjectScorer = {
  name: string | undefined;
  score(question: ScoreQuestion): unknown;
  record?(answer: unknown): ScorerModelExchange;
  /**
   * Reads the further details from an error that `score` threw, and the error's message; undefined if the error has no
   * details.
   */
  failed?(error: unknown): (ScorerFailure & ScorerModelExchange) | undefined;
};

/** A function that answers a request, in the same way as the function of a module agent. */
export type AgentFunction = (request: unknown, context?: unknown) => unknown;

/** The parts of other systems' integrations that run in the workers of user code. */
export type WorkerIntegrations = { objects: readonly UserObjects[] };
