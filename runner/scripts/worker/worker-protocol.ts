import type { ServiceError } from '../../values/index.ts';
import type { FetchRecording } from './model-fetch/fetch-recording.ts';
import type { SessionTextDelta } from './session-texts.ts';

/** The export with which a bundle exposes all functions of its entry file, even those that are not exported. */
export const FUNCTIONS_EXPORT = '__turntreeFunctions';

/** The exported function of a repeatable module. It evaluates the module again and returns its exports. */
export const EVALUATE_EXPORT = '__turntreeEvaluate';

/** The reserved function name with which a config worker returns the contents of the config. */
export const CONFIG_FUNCTION_NAME = '';

/**
 * The reserved function name with which a scorer worker lists the scorers of an export; `buildScorerKey` names a single
 * scorer.
 */
export const SCORER_LIST_FUNCTION_NAME = '';

/** Returns the key of a scorer in its worker: the name of the export, and the position of the scorer in it. */
export function buildScorerKey(exportName: string, position: number): string {
  return `${exportName}:${position}`;
}

/** The first message to a process of user code. */
export type WorkerStartMessage = {
  url: string;
  code: string;
  /** `config` means that the module is the workspace's config file; its functions are the handlers for `Process()`. */
  role: 'agent' | 'script' | 'config' | 'scorer';
  /** Maximum size of a function's return value, in bytes. */
  maxAnswer: number;
  /** The recording mode for model requests that the code makes with `fetch`: whether they may reach a real model. */
  tape?: FetchRecording['asks'] | undefined;
  /** URLs of modules whose `shapes` recognize objects of other systems. */
  shapes: readonly string[];
  /** Environment variables that the process was started without. */
  variables?: Readonly<Record<string, string>> | undefined;
};

/**
 * How a function is called: `test` means that it gets a test object `t` before the host's values, `mock` that it
 * returns its answer and the modified state.
 */
export type CallMode = 'plain' | 'test' | 'mock';

/** A message from the host. `payload` is JSON; its long strings are in `texts`. */
export type HostMessage =
  | {
      type: 'call';
      id: number;
      name: string;
      payload: string;
      texts: SessionTextDelta | undefined;
      manner: CallMode;
      /** True if mocks answer the tool calls of the agent. */
      hasMocks: boolean;
      /** The key of the session. A repeatable module is evaluated once per session. */
      session: string | undefined;
      /** The parent context of the call's spans. */
      traceparent: string | undefined;
      /**
       * Set for a call that was sent ahead, which is the only call of its session: the maximum number of such calls
       * that may run at the same time. The call begins (and `began` is sent) when all calls before it have begun and
       * fewer than `atOnce` of them are running.
       */
      atOnce?: number | undefined;
    }
  /**
   * A message from the host: the end of a call that was sent ahead and returned no value has been handled, so the next
   * call may begin.
   */
  | { type: 'resume' }
  /** A message from the host: no further calls that were sent ahead may begin. */
  | { type: 'revoke' }
  /** A message from the host: the session has ended, and no more calls of it follow. */
  | { type: 'forget'; session: string }
  | { type: 'abort'; id: number; reason: string }
  | { type: 'answer'; ask: number; value: string }
  | { type: 'refusal'; ask: number; message: string }
  | { type: 'ping' };

export type WorkerMessage =
  /** A message to the host: loading the module has finished, successfully or not. */
  | { type: 'ready' }
  | { type: 'pong' }
  /**
   * A message to the host: the code of a call now begins to run. Calls are sent before the previous one has ended, so a
   * call that was sent need not have begun. The message arrives before the code runs.
   */
  | { type: 'began'; id: number }
  /**
   * A message to the host: the module has left behind so many timers or handles that the process should be replaced.
   */
  | { type: 'worn' }
  | ({ type: 'returned'; id: number; value: string | undefined } & PendingSpansField)
  | ({ type: 'threw'; id: number; failure: UserFailure } & PendingSpansField)
  /** A message to the host: the spans of a call that has ended were exported. */
  | { type: 'sent'; id: number }
  | { type: 'aborted'; id: number }
  /** A message to the host with a piece of an agent's answer. */
  | { type: 'said'; id: number; text: string }
  | { type: 'asked'; id: number; ask: number; question: string }
  /** A message to the host with a check of a test as JSON, and the stack of the line that made it. */
  | { type: 'asserted'; id: number; assertion: string; stack: string }
  /** A message to the host: the process is blocked until this question is answered. */
  | { type: 'waits'; id: number; question: string }
  | { type: 'logged'; id?: number | undefined; source: string; text: string }
  /** A message to the host: the process is about to end, because of this call if it is known. */
  | { type: 'ending'; id: number | undefined; death: string };

/** An error of the user's code. With `missing`, the module or the function itself could not be loaded. */
export type UserFailure = {
  message: string;
  stack?: string;
  missing?: { name: string; found: string[] };
  /** The service that failed; set if the error came from a model or a service. */
  service?: ServiceError;
};

/** True if the call's spans are still being exported; a `sent` message then follows. */
type PendingSpansField = { isSending?: boolean };
