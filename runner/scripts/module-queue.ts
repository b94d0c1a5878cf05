import { SentCall, type SentCallEvents, type SettleLoss } from './sent-call.ts';
import type { CallMessage } from './user-call.ts';
import type { ProcessSlot } from './worker/process-slot.ts';

/** Calls of a module that are sent before they may begin, so that its process never waits for the next one. */
export type ModuleQueue = {
  send(message: CallMessage, events: SentCallEvents): SentCall;
  /** The end of a call that did not return has been handled: the next one may begin. */
  resume(): void;
  /** No other call may begin. */
  revoke(): void;
};

type QueueOptions = {
  /** Maximum number of calls that run at the same time. */
  atOnce: number;
  /** The process for calls of all sessions; started when there is none. */
  openShared(): Promise<ProcessSlot>;
  /** Decides about a call that was lost with its process. */
  settleLoss: SettleLoss;
};

/**
 * When the process ends, the calls that had begun are lost; the others go to the next process. The next process starts
 * only when the previous one has no calls left.
 */
export function createModuleQueue({ atOnce, openShared, settleLoss }: QueueOptions): ModuleQueue {
  let unsent: SentCall[] = [];
  let slot: ProcessSlot | undefined;
  let isOpening = false;
  /** Lost calls whose end has not been handled. */
  let lost = 0;

  function sendAll(): void {
    if (isOpening || unsent.length === 0 || lost > 0) return;
    if (slot?.open === true && !slot.worn) {
      for (const sent of unsent.splice(0)) slot.send(sent, { atOnce, takeBack });
    } else if (slot?.open !== true || !slot.busy) {
      isOpening = true;
      void open();
    }
  }

  async function open(): Promise<void> {
    try {
      slot = await openShared();
    } catch (error) {
      for (const sent of unsent.splice(0)) sent.fail(error);
    }
    isOpening = false;
    sendAll();
  }

  function takeBack(sent: readonly SentCall[]): void {
    unsent = [...sent, ...unsent];
    sendAll();
  }

  return {
    send(message, { begun, ended }) {
      const sent: SentCall = new SentCall(message, {
        settleLoss,
        begun,
        ended(how) {
          if (how === 'lost') lost += 1;
          ended(how);
          sendAll();
        },
      });
      unsent.push(sent);
      sendAll();
      return sent;
    },
    resume() {
      if (lost === 0) return slot?.resume();
      lost -= 1;
      sendAll();
    },
    revoke() {
      unsent = [];
      slot?.revoke();
    },
  };
}
