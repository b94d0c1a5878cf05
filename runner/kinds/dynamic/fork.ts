import type { CaseInput, DynamicCase, Message } from '../../contract/index.ts';
import type { AttemptContext, ForkPoint } from '../../ports/index.ts';
import { messagesOfResponse } from './conversation.ts';

/** The case as it goes on from a turn of a conversation that was had, with the input that was asked then. */
export function forkConversation(testCase: DynamicCase, from: ForkPoint, input: CaseInput | undefined): DynamicCase {
  return { ...testCase, forked: from, ...(input === undefined ? {} : { input }) };
}

/** What stood before the first turn, the turns that are not asked again, and what the user says now. */
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

/** Whoever watches sees the whole conversation. */
export function tellPast({ emit }: AttemptContext, { turns, reached }: ForkPoint): void {
  for (const turn of turns) {
    emit({ type: 'turn.finished', turn });
    for (const [checkpoint, at] of reached) {
      if (at === turn.turn) emit({ type: 'checkpoint.updated', checkpoint, turn: at, state: 'reached' });
    }
  }
}
