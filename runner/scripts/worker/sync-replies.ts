export type SyncAnswer = { type: 'answer'; value: string } | { type: 'refusal'; message: string };

/** The host's side of the questions that block a process. A process has at most one open question. */
export type SyncReplies = {
  /** The call that asked the open question. */
  asker(): number | undefined;
  /** Records that a call asks a question. Returns the id of the question. */
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
