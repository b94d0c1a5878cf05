import type { Json } from '../values/index.ts';
import type { CallManner, UserFailure } from './worker/worker-protocol.ts';

/** A call of one function; `payload` is JSON text, `texts` the long ones that are beside it. */
export type UserCall = {
  name: string;
  payload: string;
  texts?: readonly string[];
  /** Calls of one session have most of their texts in common. */
  session?: string;
  manner?: CallManner;
  /** Mocks answer the tool calls of the agent. */
  hasMocks?: boolean;
  /** The context that the spans of its code are below. */
  traceparent?: string | undefined;
  /** Told at its end if it has spans that are still being sent. */
  sending?(sent: Promise<void>): void;
  /** Told each piece of an answer that comes in pieces. */
  said?(piece: string): void;
  log(source: string, text: string): void;
  ask(question: Json): Promise<Json>;
  asserted?(assertion: string, stack: string): void;
  /** False for what must not be done twice; else a call is made again if another one ended its process. */
  repeatable?: boolean;
  /** Told that the call is made again, and how its process ended. */
  repeated?(death: string): void;
  /** Told when the call is stopped: the line that it hangs in, if it does, `/…/env_test.ts:3:5`. */
  hung?(line: Promise<string | undefined>): void;
  /**
   * When the call needs a worker of its own. A call made for a script that waits for it must not stand behind a thread
   * that is waiting as well.
   */
  apart?: 'when blocked' | 'always';
};

/** The end of a call. `lost`: the process ended under it; `guilty` if no other call can be to blame. */
export type CallOutcome =
  | { type: 'returned'; value: string | undefined }
  | { type: 'threw'; failure: UserFailure }
  | { type: 'lost'; death: string; guilty: boolean };
