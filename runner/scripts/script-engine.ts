import type { ScriptServices } from '../ports/index.ts';
import type { Json } from '../values/index.ts';
import type { ScriptPlace, ScriptReference } from './resolve-script.ts';
import type { TestReport } from './test-object/test-function-call.ts';

/** A call of a user function, and for whom it is made. */
export type ScriptTask = {
  place: ScriptPlace;
  values: unknown[];
  /** The user and team, for functions that take a context first: hooks, and tests after their `t`. */
  context?: Json | undefined;
  /** Source label of the log lines that it prints. */
  source: string;
  /** How messages name the call. */
  title: string;
  from: Pick<ScriptReference, 'baseDir' | 'agentId'>;
  services: ScriptServices | undefined;
  chain: readonly string[];
  /** Set for a test function, which gets a `t` and reports its own checks. */
  test?: TestReport;
};

/** Runs scripts with the engine of the system that they are written for. */
export type ScriptEngine = {
  /** Returns true for its own scripts; all others run in Node. */
  runs(file: string): Promise<boolean>;
  /** Throws what the function threw, with its line. */
  run(task: ScriptTask, signal: AbortSignal): Promise<Json>;
};
