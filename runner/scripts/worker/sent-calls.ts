import { EmptyingMap } from '../../values/index.ts';
import type { SentCall } from '../sent-call.ts';

/** Called with the calls that had not begun when their process ended. */
export type ReturnUnstartedCalls = (calls: readonly SentCall[]) => void;

/** The calls that were sent to a process but have not begun there. */
export type UnstartedCalls = {
  readonly size: number;
  add(id: number, sent: SentCall, takeBack: ReturnUnstartedCalls): void;
  /**
   * Removes a call that now begins, and returns it. Returns undefined for an unknown id, because user code can write
   * false messages into the pipe.
   */
  begin(id: number): SentCall | undefined;
  first(): number | undefined;
  clear(): void;
  returnCalls(): void;
};

export function createSentCalls(): UnstartedCalls {
  const calls = new EmptyingMap<number, SentCall>();
  let returnUnstarted: ReturnUnstartedCalls | undefined;
  return {
    get size() {
      return calls.size;
    },
    add(id, sent, takeBack) {
      calls.set(id, sent);
      returnUnstarted = takeBack;
    },
    begin(id) {
      const sent = calls.get(id);
      calls.delete(id);
      return sent;
    },
    first: () => calls.entries().next().value?.[0],
    clear: () => calls.clear(),
    returnCalls() {
      const left = [...calls.values()];
      calls.clear();
      returnUnstarted?.(left);
    },
  };
}
