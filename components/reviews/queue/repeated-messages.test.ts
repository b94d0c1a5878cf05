import { describe, expect, it } from 'vitest';
import type { ConversationView, TurnView } from '@/components/conversation/conversation-model';
import { findRepeatedMessages } from './repeated-messages';

const longMessage = 'I am sorry to hear that. May I have the order id, so that I can look into it?';

function turn(number: number, user: string, agent: string): TurnView {
  return {
    turn: number,
    user: { text: user, origin: 'simulator' },
    answer: { text: agent, next: undefined },
    toolCalls: [],
    interrupts: [],
    checkpoints: [],
    faults: [],
    calls: [],
    tools: [],
    durationMs: 1,
    simulatorMs: undefined,
    error: undefined,
  };
}

const view = (turns: TurnView[], history: ConversationView['history'] = []): ConversationView => ({ history, turns });

describe('messages that need not be read again', () => {
  it('are those that the same side said before, whatever their spaces', () => {
    const repeatedMessages = findRepeatedMessages(
      view([turn(1, longMessage, longMessage), turn(2, 'ok', `${longMessage}\n`), turn(3, 'ok', longMessage)]),
    );
    expect([...repeatedMessages]).toEqual([
      ['turn 2 agent', 'The same as in T1'],
      ['turn 3 agent', 'The same as in T1'],
    ]);
  });

  it('are what came before the conversation, too, and long instructions', () => {
    const instructions = 'Be polite. '.repeat(40);
    const repeatedMessages = findRepeatedMessages(
      view(
        [turn(1, longMessage, 'no')],
        [
          { speaker: 'system', text: instructions },
          { speaker: 'user', text: longMessage },
        ],
      ),
    );
    expect([...repeatedMessages]).toEqual([
      ['past 0', 'Instructions'],
      ['turn 1 user', 'The same as before this conversation'],
    ]);
  });
});
