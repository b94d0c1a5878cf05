import { expect, it } from 'vitest';
import { buildConversationSubject, buildTurnSubject } from './subjects.ts';

const response = { content: 'hi', toolCalls: [] };
const firstUsage = { inputTokens: 3, outputTokens: 2, calls: 2, retries: 0, cost: 0.5 };

it('knows the tokens and the cost of a turn, unless a call came without token numbers', () => {
  expect(buildTurnSubject({ turn: 1, response, usage: firstUsage })).toMatchObject({ tokens: 5, cost: 0.5 });
  for (const usage of [
    { ...firstUsage, isPartlyCounted: true },
    { ...firstUsage, inputTokens: 0, outputTokens: 0 },
  ]) {
    const subject = buildTurnSubject({ turn: 1, response, usage });
    expect([subject.tokens, subject.cost]).toEqual([undefined, undefined]);
    const turns = [firstUsage, usage].map((each, index) => ({ turn: index + 1, response, usage: each }));
    expect(buildConversationSubject('hi', turns).tokens).toBeUndefined();
  }
});
