import type { ScriptServices } from '../ports/index.ts';
import type { Json } from '../values/index.ts';
import type { ScriptLocation, ScriptReference } from './resolve-script.ts';
import type { TestReport } from './test-object/test-function-call.ts';

/** A call of a user function on behalf of a case. */
export type ScriptTask = {
  place: ScriptLocation;
  values: unknown[];
  /** The user and team. They are passed to functions that take a context first: hooks, and tests after their `t`. */
  context?: Json | undefined;
  /** The label in the log for lines that the function prints. */
  source: string;
  /** The name of the call in messages. */
  title: string;
  from: Pick<ScriptReference, 'baseDir' | 'agentId'>;
  services: ScriptServices | undefined;
  chain: readonly string[];
  /** Set for a call of a test function. Such a function receives a test object `t` and reports its own checks. */
  test?: TestReport;
};

/** Runs scripts that were written for another system, with that system's engine. */
export type ScriptEngine = {
  /** Returns true if this engine runs the script. Scripts that no engine runs are run in Node. */
  handlesScript(file: string): Promise<boolean>;
  /** Runs the function of a script; throws the function's error with its line. */
  run(task: ScriptTask, signal: AbortSignal): Promise<Json>;
};
