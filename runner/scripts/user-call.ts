import type { Json } from '../values/index.ts';
import type { CallMode, UserFailure } from './worker/worker-protocol.ts';

/** A call of one function. `payload` is JSON; the long strings in it are passed separately in `texts`. */
export type CallMessage = {
  name: string;
  payload: string;
  texts?: readonly string[];
  /**
   * The key of a session. The calls of a session share most of their long texts, so each text is sent to the worker
   * only once.
   */
  session?: string;
  manner?: CallMode;
  /** True if mocks answer the tool calls of the agent. */
  hasMocks?: boolean;
  /** The trace context that becomes the parent of the spans that the called code creates. */
  traceparent?: string | undefined;
  /** False for calls that must not run twice. All other calls are retried if another call ended their process. */
  repeatable?: boolean;
};

/** Receives events of a call while it runs. */
export type CallListener = {
  /** Called at the end of the call if its spans are still being exported. */
  sending?: ((sent: Promise<void>) => void) | undefined;
  /** Called with each piece of a streamed answer. */
  said?(piece: string): void;
  log(source: string, text: string): void;
  ask(question: Json): Promise<Json>;
  asserted?(assertion: string, stack: string): void;
  /** Called when the call is retried, with the reason why its process ended. */
  repeated?(death: string): void;
  /**
   * Called when the call is stopped, with the line in which it hangs: `/…/env_test.ts:3:5`; undefined if it does not
   * hang.
   */
  hung?(line: Promise<string | undefined>): void;
};

export type UserCall = CallMessage &
  CallListener & {
    /**
     * Whether the call needs a worker of its own: always, or if the shared worker is blocked. A nested call must not
     * wait in the queue of a worker that is blocked by the call around it.
     */
    apart?: 'when blocked' | 'always';
  };

/**
 * How a call ended. `lost` means that its process ended during the call; `guilty` means that no other call can have
 * ended the process.
 */
export type CallOutcome =
  | { type: 'returned'; value: string | undefined }
  | { type: 'threw'; failure: UserFailure }
  | { type: 'lost'; death: string; guilty: boolean };
