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
  let lastQuestion = 0;
  let asker: number | undefined;
  return {
    asker: () => asker,
    begin(call) {
      lastQuestion += 1;
      asker = call;
      return lastQuestion;
    },
    isOpen: (question) => asker !== undefined && question === lastQuestion,
    reply(answer) {
      asker = undefined;
      send(answer);
    },
  };
}
