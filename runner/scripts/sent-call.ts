import type { CallListener, CallMessage, CallOutcome, UserCall } from './user-call.ts';

/** Callbacks by which the sender of a call is notified. */
export type SentCallEvents = {
  /** Called when the code of the call begins. Calls begin in the order of sending. */
  begun(): void;
  /** Called before the outcome is delivered. Unless the call has `returned`, the next call waits for `resume`. */
  ended(how: CallOutcome['type']): void;
};

export type RetryLostCall = (outcome: CallOutcome, call: UserCall, signal: AbortSignal) => Promise<CallOutcome>;
type AbandonCall = (call: UserCall, reason: unknown) => void;
type CallPromiseCallbacks = { resolve(outcome: CallOutcome): void; reject(error: unknown): void };

/**
 * A call that was sent to the process of its module before the call may begin. Reports of the process are stored until
 * a listener is set.
 */
export class SentCall {
  readonly message: CallMessage;
  /** The call as it is sent to the process. Its callbacks pass all events on to the listener. */
  readonly call: UserCall;
  readonly #events: SentCallEvents;
  readonly #settleLoss: RetryLostCall;
  readonly #early: ((listener: CallListener) => void)[] = [];
  /** A promise for the listener of the call; created when the process asks something before the listener is set. */
  #listening: PromiseWithResolvers<CallListener> | undefined;
  #listener: CallListener | undefined;
  #abandon: AbandonCall | undefined;
  #settle: CallPromiseCallbacks | undefined;
  #end: ((settle: CallPromiseCallbacks) => void) | undefined;

  constructor(message: CallMessage, { settleLoss, ...events }: SentCallEvents & { settleLoss: RetryLostCall }) {
    this.message = message;
    this.#events = events;
    this.#settleLoss = settleLoss;
    const sendEvent = (note: (listener: CallListener) => void): void => {
      if (this.#listener === undefined) this.#early.push(note);
      else note(this.#listener);
    };
    this.call = {
      ...message,
      log: (source, text) => sendEvent((listener) => listener.log(source, text)),
      said: (piece) => sendEvent((listener) => listener.said?.(piece)),
      asserted: (assertion, stack) => sendEvent((listener) => listener.asserted?.(assertion, stack)),
      sending: (sent) => sendEvent((listener) => listener.sending?.(sent)),
      ask: async (question) => (await this.#waitForListener()).ask(question),
    };
  }

  async #waitForListener(): Promise<CallListener> {
    this.#listening ??= Promise.withResolvers();
    return this.#listener ?? this.#listening.promise;
  }

  begin(abandon: AbandonCall): void {
    this.#abandon = abandon;
    this.#events.begun();
  }

  settle(outcome: CallOutcome): void {
    this.#conclude(outcome.type, ({ resolve }) => resolve(outcome));
  }

  /** Reports that the call could not be sent to the process. */
  fail(error: unknown): void {
    this.#events.begun();
    this.#conclude('lost', ({ reject }) => reject(error));
  }

  #conclude(how: CallOutcome['type'], end: (settle: CallPromiseCallbacks) => void): void {
    this.#end = end;
    this.#events.ended(how);
    if (this.#settle !== undefined) end(this.#settle);
  }

  /** Sets the listener and returns the outcome of the call. When `signal` aborts, the outcome is no longer awaited. */
  async outcome(listener: CallListener, signal: AbortSignal): Promise<CallOutcome> {
    const outcome = await this.#firstOutcome(listener, signal);
    return outcome.type === 'lost' ? this.#settleLoss(outcome, { ...this.message, ...listener }, signal) : outcome;
  }

  #firstOutcome(listener: CallListener, signal: AbortSignal): Promise<CallOutcome> {
    this.#listener = listener;
    this.#listening?.resolve(listener);
    for (const note of this.#early.splice(0)) note(listener);
    return new Promise((resolve, reject) => {
      const abandonCall = (): void => {
        this.#abandon?.({ ...this.message, ...listener }, signal.reason);
        reject(signal.reason);
      };
      if (this.#end !== undefined) return this.#end({ resolve, reject });
      if (signal.aborted) return abandonCall();
      signal.addEventListener('abort', abandonCall, { once: true });
      this.#settle = {
        reject,
        resolve(outcome) {
          signal.removeEventListener('abort', abandonCall);
          resolve(outcome);
        },
      };
    });
  }
}
