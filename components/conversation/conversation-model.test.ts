import { describe, expect, it } from 'vitest';
import type { AnnouncedCase, Turn } from '../../runner/contract';
import { emptyAttemptState } from '../../runner/fold';
import { buildConversation } from './conversation-model';

const key = { suiteKey: 's', caseId: 'a', attempt: 1 };
const announcedCase: AnnouncedCase = { suiteKey: 's', id: 'a', kind: 'dynamic', hash: 'h', preview: 'Hello?' };

describe('a conversation', () => {
  it('begins with what the case says, before anybody has answered', () => {
    const { turns } = buildConversation(emptyAttemptState(key), announcedCase);
    expect(turns).toMatchObject([{ turn: 1, user: { text: 'Hello?', origin: 'case' }, answer: undefined }]);
  });

  it('shows what was said before it as history, and the last message as its first turn', () => {
    const attempt = {
      ...emptyAttemptState(key),
      turns: [makeTurn(1)],
      result: {
        id: 'a',
        kind: 'standard' as const,
        attempt: 1,
        status: 'passed' as const,
        input: [
          { role: 'user' as const, content: 'Hi' },
          { role: 'assistant' as const, content: 'Hi, how can I help?' },
          { role: 'user' as const, content: 'turn 1' },
        ],
        startedAt: 0,
        durationMs: 1,
        assertions: [],
        toolCalls: [],
      },
    };
    const { history, turns } = buildConversation(attempt, announcedCase);
    expect(history).toEqual([
      { speaker: 'user', text: 'Hi' },
      { speaker: 'agent', text: 'Hi, how can I help?' },
    ]);
    expect(turns.map(({ user }) => user?.text)).toEqual(['turn 1']);
  });

  it('puts each checkpoint under the turn that reached it, and leaves mere attempts to reach it out', () => {
    const attempt = {
      ...emptyAttemptState(key),
      turns: [makeTurn(1), makeTurn(2)],
      checkpointChecks: [
        { checkpoint: 'ask', turn: 1, state: 'reached' as const },
        { checkpoint: 'pay', turn: 1, state: 'failed_try' as const },
        { checkpoint: 'pay', turn: 2, state: 'out_of_order' as const },
      ],
    };
    const { turns } = buildConversation(attempt, announcedCase);
    expect(turns.map(({ checkpoints }) => checkpoints.map(({ checkpoint }) => checkpoint))).toEqual([['ask'], ['pay']]);
  });
});

function makeTurn(turn: number): Turn {
  return { turn, origin: 'case', input: `turn ${turn}`, checkpointsReached: [], startedAt: 0, durationMs: 1 };
}
