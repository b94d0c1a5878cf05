import { errorText } from '../../values/index.ts';
import type { UserCall } from '../user-call.ts';
import type { SyncAnswer } from './sync-replies.ts';

/** The answer to a question that the code of a call has, or why there is none. */
export function answerTo(call: UserCall, question: string): Promise<SyncAnswer> {
  return call.ask(JSON.parse(question)).then(
    (value): SyncAnswer => ({ type: 'answer', value: JSON.stringify(value) }),
    (error: unknown): SyncAnswer => ({ type: 'refusal', message: errorText(error) }),
  );
}
