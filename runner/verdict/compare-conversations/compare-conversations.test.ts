import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckpointResult, Turn } from '../../contract/index.ts';
import { alignTurns } from './align-turns.ts';
import { compareConversations } from './compare-conversations.ts';

function turn(
  number: number,
  input: string,
  content: string,
  tools: { tool: string; arguments?: object }[] = [],
): Turn {
  const toolCalls = tools.map((call) => ({
    tool: call.tool,
    arguments: JSON.parse(JSON.stringify(call.arguments ?? {})),
  }));
  return {
    turn: number,
    origin: 'case',
    input,
    response: { content, toolCalls },
    checkpointsReached: [],
    startedAt: 0,
    durationMs: 1,
  };
}

function reached(id: string, at: number | undefined): CheckpointResult {
  return {
    id,
    after: [],
    required: true,
    reached: at !== undefined,
    ...(at === undefined ? {} : { reachedAtTurn: at }),
    outOfOrderAtTurns: [],
    passed: at !== undefined,
  };
}

const refund = [
  turn(1, 'I want my money back', 'May I have the number of your order?'),
  turn(2, 'It is 88213', 'I found it: a red kettle for 30 euros.', [{ tool: 'lookup', arguments: { order: 88213 } }]),
  turn(3, 'Yes, please refund it', 'The 30 euros are on their way.', [{ tool: 'refund', arguments: { order: 88213 } }]),
];

describe('compareConversations', () => {
  it('finds nothing between a conversation and itself', () => {
    const conversation = { turns: refund, checkpoints: [reached('ask', 1), reached('done', 3)] };
    const comparison = compareConversations(conversation, conversation);
    expect(comparison.turns.map(({ change }) => change)).toEqual(['same', 'same', 'same']);
    expect(comparison.firstDifference).toBeUndefined();
    expect(comparison.checkpoints).toEqual([]);
  });

  it('lets an inserted clarifying question shift what follows', () => {
    const question = turn(2, 'Sorry, which one?', 'Any order of the last month will do.');
    const [first, second, third] = refund;
    if (first === undefined || second === undefined || third === undefined) throw new Error('three turns');
    const after = [first, question, { ...second, turn: 3 }, { ...third, turn: 4 }];
    const comparison = compareConversations(
      { turns: refund, checkpoints: [reached('found', 2), reached('done', 3)] },
      { turns: after, checkpoints: [reached('found', 3), reached('done', 4)] },
    );
    expect(comparison.turns.map(({ change }) => change)).toEqual(['same', 'added', 'same', 'same']);
    expect(comparison.firstDifference).toBe(1);
    expect(comparison.checkpoints).toEqual([]);
  });

  it('says which tool was called otherwise, and which no longer', () => {
    const after = [
      refund[0],
      turn(2, 'It is 88213', 'I found it: a red kettle for 30 euros.', [{ tool: 'lookup', arguments: { order: 1 } }]),
      turn(3, 'Yes, please refund it', 'The 30 euros are on their way.'),
    ].filter((entry) => entry !== undefined);
    const { turns } = compareConversations({ turns: refund, checkpoints: [] }, { turns: after, checkpoints: [] });
    const call = (tool: string, order: number) => ({ tool, arguments: { order } });
    const lookups = { before: call('lookup', 88213), after: call('lookup', 1) };
    expect(turns.map(({ change, tools }) => [change, tools])).toEqual([
      ['same', []],
      ['changed', [{ tool: 'lookup', change: 'changed', differs: ['arguments'], ...lookups }]],
      ['changed', [{ tool: 'refund', change: 'removed', differs: [], before: call('refund', 88213) }]],
    ]);
  });

  it('tells a checkpoint that came later, and one that was never reached', () => {
    const comparison = compareConversations(
      { turns: refund, checkpoints: [reached('early', 1), reached('done', 3), reached('never', undefined)] },
      { turns: refund, checkpoints: [reached('early', 2), reached('done', undefined), reached('never', undefined)] },
    );
    expect(comparison.checkpoints).toEqual([
      { id: 'early', before: 1, after: 2 },
      { id: 'done', before: 3 },
    ]);
  });
});

describe('alignTurns', () => {
  const words = fc.array(fc.constantFrom('refund', 'order', 'kettle', 'hello', 'yes', 'no', 'money'), { maxLength: 6 });
  const conversation = fc
    .array(fc.tuple(words, words), { maxLength: 12 })
    .map((turns) =>
      turns.map(([userWords, agentWords], position) => turn(position + 1, userWords.join(' '), agentWords.join(' '))),
    );

  it('has every turn of both sides once, in order', () => {
    fc.assert(
      fc.property(conversation, conversation, (before, after) => {
        const aligned = alignTurns(before, after);
        const positions = (turns: readonly Turn[]): number[] => turns.map((_, position) => position);
        expect(aligned.flatMap((pair) => pair.before ?? [])).toEqual(positions(before));
        expect(aligned.flatMap((pair) => pair.after ?? [])).toEqual(positions(after));
      }),
    );
  });

  it('pairs a conversation with itself turn by turn', () => {
    fc.assert(
      fc.property(conversation, (turns) => {
        expect(alignTurns(turns, turns)).toEqual(turns.map((_, position) => ({ before: position, after: position })));
      }),
    );
  });
});
