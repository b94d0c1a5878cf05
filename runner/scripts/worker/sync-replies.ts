export type SyncAnswer = { type: 'answer'; value: string } | { type: 'refusal'; message: string };

/** The host's side of the questions that block a process. It has exactly one at a time. */
export type SyncReplies = {
  /** The call whose question is open. */
  asker(): number | undefined;
  /** Notes that a call asks; the result names this question. */
  begin(call: number): number;
  /** Returns true if a question is still unanswered. */
  isOpen(question: number): boolean;
  reply(answer: SyncAnswer): void;
};

export function createSyncReplies(send: (answer: SyncAnswer) => void): SyncReplies {
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
      send(answer);
    },
  };
}
