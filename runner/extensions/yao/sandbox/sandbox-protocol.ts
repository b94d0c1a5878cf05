import type { UserFailure } from '../../../scripts/worker/worker-protocol.ts';

/** The variable that a script's bundle defines; it holds the functions of its entry file. */
export const BUNDLE_NAME = '__turntree';

/** One call of one function. It has a context of its own: what the script keeps in variables is gone afterwards. */
export type SandboxCall = {
  /** The script's name in stack traces. */
  marker: string;
  code: string;
  functionName: string;
  /** A list, as JSON. */
  values: string;
  /** The fields of the `ctx` object, as JSON, and where it stands among the values. */
  context: { fields: string; position: 'first' | 'last' } | undefined;
  /** Yao waits for no promise. What only tests have is waited for: hooks of cases, checks, and tests, which get a `t`. */
  manner: 'as Yao' | 'waiting' | 'test';
  /** The bytes that what the function returns may have. */
  maxAnswer: number;
};

export type SandboxEnding =
  /** `promised`: the function answered with a promise, which nobody waits for; `rejected` is what became of it. */
  | { type: 'returned'; value: string | undefined; promised: boolean; rejected?: UserFailure }
  | { type: 'threw'; failure: UserFailure }
  /** The script has no such function. */
  | { type: 'absent'; found: string[] };

export type SandboxMessage =
  /** The process stands still until this question is answered. */
  | { type: 'asked'; question: string }
  | { type: 'logged'; source: string; text: string }
  /** A check of a test, as JSON, and the stack of where it was made. */
  | { type: 'asserted'; assertion: string; stack: string }
  | { type: 'ended'; ending: SandboxEnding }
  /** The process is about to end. */
  | { type: 'ending'; death: string };
