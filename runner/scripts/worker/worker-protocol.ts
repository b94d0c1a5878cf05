import type { MessagePort } from 'node:worker_threads';
import type { ServiceError } from '../../values/index.ts';
import type { SessionTexts } from './session-texts.ts';

/** The export under which a bundle offers the functions of its entry file, exported or not. */
export const FUNCTIONS_EXPORT = '__turntreeFunctions';

/** The function of a config's worker that answers what the config says. */
export const READ_CONFIG = '';

/** The function of a scorer's worker that answers which scorers an export has; `scorerKey` is the function of one. */
export const LIST_SCORERS = '';

/** Returns the key of a scorer in its worker: the export, and the position in it. */
export function scorerKey(exportName: string, position: number): string {
  return `${exportName}:${position}`;
}

/** The start data of a worker. */
export type WorkerStart = {
  url: string;
  code: string;
  /** `config` is the workspace's config file: its functions are its process handlers. */
  role: 'agent' | 'script' | 'config' | 'scorer';
  /** Modules whose `shapes` say what objects of other systems are. */
  shapes: readonly string[];
  bridge: SyncBridge;
};

/** A test gets a `t` of its own before what the host hands over; a mock gives back the state that it was given. */
export type CallManner = 'plain' | 'test' | 'mock';

/** The way back for answers that a blocked thread waits for: the gate wakes it, the port holds the answer. */
export type SyncBridge = { answers: MessagePort; gate: Int32Array<SharedArrayBuffer> };

export type SyncAnswer = { type: 'answer'; value: string } | { type: 'refusal'; message: string };

/** JSON travels as text: cheaper than a structured clone, and nothing but JSON gets through. `texts` are its long ones. */
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
    }
  | { type: 'abort'; id: number; reason: string }
  | { type: 'answer'; ask: number; value: string }
  | { type: 'refusal'; ask: number; message: string }
  | { type: 'ping' };

export type WorkerMessage =
  /** The module has been loaded, or has failed to. */
  | { type: 'ready' }
  | { type: 'pong' }
  | { type: 'returned'; id: number; value: string | undefined }
  | { type: 'threw'; id: number; failure: UserFailure }
  | { type: 'aborted'; id: number }
  | { type: 'asked'; id: number; ask: number; question: string }
  /** A check of a test, as JSON, and the stack of where it was made. */
  | { type: 'asserted'; id: number; assertion: string; stack: string }
  /** The thread is blocked until it has an answer to this question. */
  | { type: 'waits'; id: number; question: string }
  | { type: 'logged'; id: number | undefined; source: string; text: string };

/** An error of the user's code. `missing` when the module or the function itself could not be had. */
export type UserFailure = {
  message: string;
  stack?: string;
  missing?: { name: string; found: string[] };
  /** Of the model or service that it came from. */
  service?: ServiceError;
};
