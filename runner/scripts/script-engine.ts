import type { ScriptServices } from '../ports/index.ts';
import type { Json } from '../values/index.ts';
import type { ScriptPlace, ScriptReference } from './resolve-script.ts';
import type { TestReport } from './test-object/test-function-call.ts';

/** A call of a function of the user's, and whom it is made for. */
export type ScriptTask = {
  place: ScriptPlace;
  values: unknown[];
  /** Who is asking, for functions that get it before their values: hooks, and tests behind their `t`. */
  context?: Json | undefined;
  /** The source named in the lines that it prints. */
  source: string;
  /** Its name in messages. */
  title: string;
  from: Pick<ScriptReference, 'baseDir' | 'agentId'>;
  services: ScriptServices | undefined;
  chain: readonly string[];
  /** For a test function, which gets a `t` and tells of itself. */
  test?: TestReport;
};

/** Runs scripts as the system does that they are written for. */
export type ScriptEngine = {
  /** Returns true for its own scripts; all others run in Node. */
  runs(file: string): Promise<boolean>;
  /** Throws what the function threw, with its line. */
  run(task: ScriptTask, signal: AbortSignal): Promise<Json>;
};
