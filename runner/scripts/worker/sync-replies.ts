import { toErrorMessage } from '../../values/index.ts';
import type { UserCall } from '../user-call.ts';

export type SyncAnswer = { type: 'answer'; value: string } | { type: 'refusal'; message: string };

/** The host's side of the questions that block a process. A process has at most one open question. */
export type SyncReplies = {
  /** Returns the id of the call whose code asked the open question. */
  asker(): number | undefined;
  /** Answers a question that a call asks; refuses it if the call was already stopped. */
  answer(id: number, call: UserCall | undefined, question: string): void;
  /** Refuses the open question of a call, if the call has one. */
  refuse(id: number, message: string): void;
};

type SyncReplyOptions = {
  send(answer: SyncAnswer): void;
  /** Called while the process waits for its host, so that the process does not count as stuck. */
  onWait(): void;
  onReply(): void;
};

export function createSyncReplySender({ send, onWait, onReply }: SyncReplyOptions): SyncReplies {
  let lastQuestion = 0;
  let asker: number | undefined;

  function sendReply(answer: SyncAnswer): void {
    asker = undefined;
    send(answer);
    onReply();
  }

  return {
    asker: () => asker,
    answer(id, call, text) {
      lastQuestion += 1;
      asker = id;
      const question = lastQuestion;
      if (call === undefined) {
        sendReply({ type: 'refusal', message: 'the call was stopped' });
        return;
      }
      onWait();
      void answerSyncQuestion(call, text).then((answer) => {
        if (asker !== undefined && question === lastQuestion) sendReply(answer);
      });
    },
    refuse(id, message) {
      if (asker === id) sendReply({ type: 'refusal', message });
    },
  };
}

/** Answers a question from the code of a call. A refusal is returned as an error answer. */
export function answerSyncQuestion(call: UserCall, question: string): Promise<SyncAnswer> {
  return call.ask(JSON.parse(question)).then(
    (value): SyncAnswer => ({ type: 'answer', value: JSON.stringify(value) }),
    (error: unknown): SyncAnswer => ({ type: 'refusal', message: toErrorMessage(error) }),
  );
}
