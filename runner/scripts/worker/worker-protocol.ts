import type { ServiceError } from '../../values/index.ts';
import type { FetchTape } from './model-fetch/fetch-tape.ts';
import type { SessionTexts } from './session-texts.ts';

/** The export under which a bundle offers the functions of its entry file, exported or not. */
export const FUNCTIONS_EXPORT = '__turntreeFunctions';

/** The function of a repeatable module: evaluates it anew, and answers what it exports. */
export const EVALUATE_EXPORT = '__turntreeEvaluate';

/** The function of a config's worker that answers what the config says. */
export const READ_CONFIG = '';

/** The function of a scorer's worker that answers which scorers an export has; `scorerKey` is the function of one. */
export const LIST_SCORERS = '';

/** Returns the key of a scorer in its worker: the export, and the position in it. */
export function scorerKey(exportName: string, position: number): string {
  return `${exportName}:${position}`;
}

/** The first that a process of user code is told. */
export type WorkerStart = {
  url: string;
  code: string;
  /** `config` is the workspace's config file: its functions are its process handlers. */
  role: 'agent' | 'script' | 'config' | 'scorer';
  /** The bytes that what a function returns may have. */
  maxAnswer: number;
  /** The tape that models go through which the code asks with `fetch`, and whether they may be asked for real. */
  tape?: FetchTape['asks'] | undefined;
  /** Modules whose `shapes` say what objects of other systems are. */
  shapes: readonly string[];
};

/** A test gets a `t` of its own before what the host hands over; a mock gives back the state that it was given. */
export type CallManner = 'plain' | 'test' | 'mock';

/** `texts` are the long ones of `payload`, which is JSON. */
export type HostMessage =
  | {
      type: 'call';
      id: number;
      name: string;
      payload: string;
      texts: SessionTexts | undefined;
      manner: CallManner;
      /** Mocks answer the tool calls of the agent. */
      hasMocks: boolean;
      /** The module is evaluated for each session, if it is a repeatable one. */
      session: string | undefined;
      /** The context that the spans of the call are below. */
      traceparent: string | undefined;
    }
  /** No call of the session comes any more. */
  | { type: 'forget'; session: string }
  | { type: 'abort'; id: number; reason: string }
  | { type: 'answer'; ask: number; value: string }
  | { type: 'refusal'; ask: number; message: string }
  | { type: 'ping' };

export type WorkerMessage =
  /** The module has been loaded, or has failed to. */
  | { type: 'ready' }
  | { type: 'pong' }
  /** So much was left behind by evaluations of the module that another process should take over. */
  | { type: 'worn' }
  | ({ type: 'returned'; id: number; value: string | undefined } & Sending)
  | ({ type: 'threw'; id: number; failure: UserFailure } & Sending)
  /** The spans of a call that was over have been sent. */
  | { type: 'sent'; id: number }
  | { type: 'aborted'; id: number }
  /** A piece of the answer of an agent. */
  | { type: 'said'; id: number; text: string }
  | { type: 'asked'; id: number; ask: number; question: string }
  /** A check of a test, as JSON, and the stack of where it was made. */
  | { type: 'asserted'; id: number; assertion: string; stack: string }
  /** The process stands still until it has an answer to this question. */
  | { type: 'waits'; id: number; question: string }
  | { type: 'logged'; id?: number | undefined; source: string; text: string }
  /** The process is about to end by what this call does, if that is known. */
  | { type: 'ending'; id: number | undefined; death: string };

/** An error of the user's code. `missing` when the module or the function itself could not be had. */
export type UserFailure = {
  message: string;
  stack?: string;
  missing?: { name: string; found: string[] };
  /** Of the model or service that it came from. */
  service?: ServiceError;
};

/** Spans of the call are being sent: the process says when that is done. */
type Sending = { isSending?: boolean };
