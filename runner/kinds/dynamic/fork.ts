import type { CaseInput, DynamicCase, Message } from '../../contract/index.ts';
import type { AttemptContext, ForkPoint } from '../../ports/index.ts';
import { messagesOfResponse } from './conversation.ts';

/** Returns a case that continues a past conversation from one of its turns, with the input of that conversation. */
export function forkConversation(testCase: DynamicCase, from: ForkPoint, input: CaseInput | undefined): DynamicCase {
  return { ...testCase, forked: from, ...(input === undefined ? {} : { input }) };
}

/** Returns the messages before the first turn, the turns before the fork, and the user's new message. */
export function forkedMessages(initial: readonly Message[], { turns, message }: ForkPoint): Message[] {
  return [
    ...initial.slice(0, -1),
    ...turns.flatMap(({ turn, input, response }): Message[] => [
      { role: 'user', content: input },
      ...(response === undefined ? [] : messagesOfResponse(response, turn)),
    ]),
    { role: 'user', content: message },
  ];
}

/** Emits the turns before the fork again, so that viewers see the whole conversation. */
export function emitForkedTurns({ emit }: AttemptContext, { turns, reached }: ForkPoint): void {
  for (const turn of turns) {
    emit({ type: 'turn.finished', turn });
    for (const [checkpoint, at] of reached) {
      if (at === turn.turn) emit({ type: 'checkpoint.updated', checkpoint, turn: at, state: 'reached' });
    }
  }
}
