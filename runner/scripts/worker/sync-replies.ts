import type { SyncAnswer, SyncBridge } from './worker-protocol.ts';

/** The host's side of the questions that block a worker. A blocked thread has exactly one. */
export type SyncReplies = {
  /** The call whose question is open. */
  asker(): number | undefined;
  /** Notes that a call asks; the result names this question. */
  begin(call: number): number;
  /** Returns true if a question is still unanswered. */
  isOpen(question: number): boolean;
  reply(answer: SyncAnswer): void;
  close(): void;
};

export function createSyncReplies({ answers, gate }: SyncBridge): SyncReplies {
  let asked = 0;
  let asker: number | undefined;
  return {
    asker: () => asker,
    begin(call) {
      asked += 1;
      asker = call;
      return asked;
    },
    isOpen: (question) => asker !== undefined && question === asked,
    reply(answer) {
      asker = undefined;
      answers.postMessage(answer);
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
    },
    close: () => answers.close(),
  };
}
