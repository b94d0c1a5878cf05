import type { UserFailure } from '../../../scripts/worker/worker-protocol.ts';

/** The variable that a script's bundle defines; it holds the functions of its entry file. */
export const BUNDLE_NAME = '__turntree';

/** One call of one function. It has its own context, so variables of the script do not survive it. */
export type SandboxCall = {
  /** The script's name in stack traces. */
  marker: string;
  code: string;
  functionName: string;
  /** The arguments: a list, as JSON. */
  values: string;
  /** The fields of `ctx`, as JSON, and its position among the arguments. */
  context: { fields: string; position: 'first' | 'last' } | undefined;
  /**
   * Yao does not await promises. Functions that exist only for tests are awaited: hooks of cases, checks, and tests,
   * which get a `t`.
   */
  manner: 'as Yao' | 'waiting' | 'test';
  /** Maximum size of the return value, in bytes. */
  maxAnswer: number;
};

export type SandboxCallResult =
  /** `promised`: the function returned a promise, which is not awaited; `rejected` is its failure, if any. */
  | { type: 'returned'; value: string | undefined; promised: boolean; rejected?: UserFailure }
  | { type: 'threw'; failure: UserFailure }
  /** The script has no such function. */
  | { type: 'absent'; found: string[] };

export type SandboxMessage =
  /** The process is blocked until this question is answered. */
  | { type: 'asked'; question: string }
  | { type: 'logged'; source: string; text: string }
  /** A check of a test, as JSON, and the stack of where it was made. */
  | { type: 'asserted'; assertion: string; stack: string }
  | { type: 'ended'; ending: SandboxCallResult }
  /** The process is about to end. */
  | { type: 'ending'; death: string };
