import type { UserFailure } from '../../../scripts/worker/worker-protocol.ts';

/** The variable that a script's bundle defines; it contains the functions of the entry file. */
export const BUNDLE_NAME = '__turntree';

/**
 * One call of one function. Each call has its own context, so variables of the script do not keep their values between
 * calls.
 */
export type SandboxCall = {
  /** The script's name, as shown in stack traces. */
  marker: string;
  code: string;
  functionName: string;
  /** The list of arguments, as JSON. */
  values: string;
  /** The fields of `ctx` as JSON, and the position of `ctx` among the arguments. */
  context: { fields: string; position: 'first' | 'last' } | undefined;
  /**
   * How promises are handled. Yao does not await them. Functions that exist only for tests are awaited: hooks of cases,
   * checks, and test functions, which get a `t`.
   */
  callMode: 'as Yao' | 'waiting' | 'test';
  /** Maximum size of the return value, in bytes. */
  maxAnswer: number;
};

export type SandboxCallResult =
  /**
   * The return value. `promised`: the function returned a promise, which is not awaited; `rejected` is the promise's
   * failure, if it failed.
   */
  | { type: 'returned'; value: string | undefined; promised: boolean; rejected?: UserFailure }
  | { type: 'threw'; failure: UserFailure }
  /** The script does not contain the function that was called. */
  | { type: 'absent'; found: string[] };

export type SandboxMessage =
  /** The sandbox process is blocked until this question is answered. */
  | { type: 'asked'; question: string }
  | { type: 'logged'; source: string; text: string }
  /** A check that a test made, as JSON, and the stack trace of the check. */
  | { type: 'asserted'; assertion: string; stack: string }
  | { type: 'ended'; ending: SandboxCallResult }
  /** The process is about to end. */
  | { type: 'ending'; death: string };
