import { errorText } from '../../values/index.ts';
import type { UserCall } from '../user-call.ts';
import type { SyncAnswer } from './sync-replies.ts';

/** Answers a question from the code of a call. A refusal is returned as an error answer. */
export function answerTo(call: UserCall, question: string): Promise<SyncAnswer> {
  return call.ask(JSON.parse(question)).then(
    (value): SyncAnswer => ({ type: 'answer', value: JSON.stringify(value) }),
    (error: unknown): SyncAnswer => ({ type: 'refusal', message: errorText(error) }),
  );
}
