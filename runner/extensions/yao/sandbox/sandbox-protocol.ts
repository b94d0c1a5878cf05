import type { UserFailure } from '../../../scripts/worker/worker-protocol.ts';

/** The name of the variable that a script's bundle defines. Its value contains the functions of the entry file. */
export const BUNDLE_NAME = '__turntree';

/**
 * One call of a function. Each call gets a new context, so variables of the script do not keep their values between
 * calls.
 */
export type SandboxCall = {
  /** The script's name, as shown in stack traces. */
  marker: string;
  code: string;
  functionName: string;
  /** The list of arguments, as JSON. */
  values: string;
  /** The fields of `ctx` as JSON, and whether `ctx` is the first or the last argument. */
  context: { fields: string; position: 'first' | 'last' } | undefined;
  /**
   * How a returned promise is handled. Yao does not await promises. `waiting` and `test` await them: `waiting` is for
   * hooks of cases and for checks, `test` for test functions, which get a `t`.
   */
  callMode: 'as Yao' | 'waiting' | 'test';
  /** Maximum size of the return value, in bytes. */
  maxAnswer: number;
};

export type SandboxCallResult =
  /**
   * The function returned. `promised` is true if it returned a promise, which is not awaited; `rejected` is the error
   * if the promise has already been rejected.
   */
  | { type: 'returned'; value: string | undefined; promised: boolean; rejected?: UserFailure }
  | { type: 'threw'; failure: UserFailure }
  /** The script does not contain the function that was called. */
  | { type: 'absent'; found: string[] };

export type SandboxMessage =
  /** The sandbox process is blocked until this question is answered. */
  | { type: 'asked'; question: string }
  | { type: 'logged'; source: string; text: string }
  /** A check that a test made, as JSON, with its stack trace. */
  | { type: 'asserted'; assertion: string; stack: string }
  | { type: 'ended'; ending: SandboxCallResult }
  /** The process is about to end, for the reason `death`. */
  | { type: 'ending'; death: string };
