import { type RetryLostCall, SentCall, type SentCallEvents } from './sent-call.ts';
import type { CallMessage } from './user-call.ts';
import type { ProcessSlot } from './worker/process-slot.ts';

/**
 * A queue of calls that are sent to the process of a module before they may begin, so that the process never waits for
 * the next call.
 */
export type ModuleQueue = {
  send(message: CallMessage, events: SentCallEvents): SentCall;
  /** Must be called after the end of a call that returned no value has been handled; then the next call may begin. */
  resume(): void;
  /** Prevents all calls that have not begun from beginning. */
  revoke(): void;
};

type ModuleQueueOptions = {
  /** Maximum number of calls that run at the same time. */
  atOnce: number;
  /** Returns the process that all sessions share, and starts it if necessary. */
  openShared(): Promise<ProcessSlot>;
  /** Decides whether a call whose process ended during the call is retried or fails. */
  retryLostCall: RetryLostCall;
};

/**
 * Creates the queue of a module. When the process ends, the calls that had begun are passed to `retryLostCall`; the
 * other calls are sent to the next process, which starts only when the previous one has no calls left.
 */
export function createModuleQueue({ atOnce, openShared, retryLostCall }: ModuleQueueOptions): ModuleQueue {
  let unsent: SentCall[] = [];
  let slot: ProcessSlot | undefined;
  let isOpening = false;
  /** The number of calls whose process ended and for which the end has not been handled yet. */
  let lost = 0;

  function sendWaitingCalls(): void {
    if (isOpening || unsent.length === 0 || lost > 0) return;
    if (slot?.open === true && !slot.worn) {
      for (const sent of unsent.splice(0)) slot.send(sent, { atOnce, takeBack: requeueCalls });
    } else if (slot?.open !== true || !slot.busy) {
      isOpening = true;
      void acquireSharedProcess();
    }
  }

  async function acquireSharedProcess(): Promise<void> {
    try {
      slot = await openShared();
    } catch (error) {
      for (const sent of unsent.splice(0)) sent.fail(error);
    }
    isOpening = false;
    sendWaitingCalls();
  }

  function requeueCalls(sent: readonly SentCall[]): void {
    unsent = [...sent, ...unsent];
    sendWaitingCalls();
  }

  return {
    send(message, { begun, ended }) {
      const sent: SentCall = new SentCall(message, {
        settleLoss: retryLostCall,
        begun,
        ended(how) {
          if (how === 'lost') lost += 1;
          ended(how);
          sendWaitingCalls();
        },
      });
      unsent.push(sent);
      sendWaitingCalls();
      return sent;
    },
    resume() {
      if (lost === 0) return slot?.resume();
      lost -= 1;
      sendWaitingCalls();
    },
    revoke() {
      unsent = [];
      slot?.revoke();
    },
  };
}
