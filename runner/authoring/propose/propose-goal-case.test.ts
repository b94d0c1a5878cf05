import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../../contract/index.ts';
import { proposeGoalCase } from './propose-goal-case.ts';

const facts = { 'order number': 'W2378156', 'e-mail': 'a@b.example' };
const user = { goal: 'get a refund for the lamp', facts };
const lookUp: ToolCall = {
  tool: 'get_order',
  arguments: { order_id: 'W2378156' },
  result: '{"price": 49.9, "item_id": 5512}',
};
const refund: ToolCall = {
  tool: 'refund',
  arguments: { order_id: 'W2378156', item_id: 5512, request_id: 'q8x1' },
  result: { ticket: 81233, ok: true },
};

function toTurns(...turns: [input: string, content: string, ...calls: ToolCall[]][]) {
  return turns.map(([input, content, ...toolCalls], index) => ({
    turn: index + 1,
    input,
    response: { content, toolCalls },
  }));
}

const refunded = toTurns(
  ['I want to get a refund for the lamp', 'Of course. What is your order number?'],
  ['The order number is W2378156', 'That was $49.90. Shall I refund the lamp?', lookUp],
  ['Yes, please.', 'Ticket 81233 is open.', refund],
  ['No, that is all.', 'Goodbye.'],
);

describe('the case of a conversation with the built-in user', () => {
  it('has the goal and the facts again, and checks what the agent asked, called and said', () => {
    expect(proposeGoalCase({ id: 'first', user, turns: refunded, isOver: true })).toEqual({
      id: 'first',
      simulator: user,
      until: 'done',
      checkpoints: [
        {
          id: 'asks-order-number',
          description: 'asks for the order number',
          assert: { type: 'regex', value: '(?i)\\border\\W+number' },
        },
        {
          id: 'calls-get-order',
          after: ['asks-order-number'],
          description: 'calls get_order',
          strict: true,
          assert: { type: 'tool_called', value: { name: 'get_order', arguments: { order_id: 'W2378156' } } },
        },
        {
          id: 'says-49-90',
          after: ['calls-get-order'],
          description: 'says $49.90',
          assert: { type: 'contains', value: '$49.90' },
        },
        {
          id: 'asks-before-refund',
          description: 'asks before it calls refund',
          assert: [
            { type: 'regex', value: '(?i)\\brefund[^.!?]*\\?' },
            { type: 'tool_called', value: 'refund', times: 0 },
          ],
        },
        {
          id: 'calls-refund',
          after: ['says-49-90', 'asks-before-refund'],
          description: 'calls refund',
          strict: true,
          assert: {
            type: 'tool_called',
            value: { name: 'refund', arguments: { order_id: 'W2378156', item_id: 5512 } },
          },
        },
      ],
      never: [
        { type: 'regex', value: '(?i)\\bsystem prompt\\b' },
        { type: 'equals', value: '', ignore_space: true },
      ],
      assert: [
        {
          type: 'tools',
          match: 'exactly',
          calls: [{ name: 'refund', arguments: { order_id: 'W2378156', item_id: 5512 } }],
          ignore: ['get_order'],
        },
        { type: 'elicited', value: ['order number'], before: { type: 'tool_called', value: 'refund' } },
      ],
    });
  });

  it('asks a judge only if there is a criterion', () => {
    const judged = proposeGoalCase({ id: 'a', user, turns: refunded, isOver: true, criterion: 'It refunded the lamp' });
    expect(judged?.assert).toContainEqual({ type: 'agent', value: 'It refunded the lamp' });
  });

  it('ends at the last checkpoint when the conversation came to no end', () => {
    const turns = refunded.slice(0, 2);
    expect(proposeGoalCase({ id: 'a', user, turns, isOver: false })).toMatchObject({
      until: 'checkpoints',
      max_turns: 2,
    });
  });

  it('asks for a fact once, and does not check what the user tells by itself', () => {
    const turns = toTurns(['Hello', 'What is your order number?'], ['W1', 'Your order number please?'], ['?', 'Bye.']);
    const proposed = proposeGoalCase({ id: 'a', user, turns, isOver: true });
    expect(proposed?.checkpoints).toHaveLength(1);
    expect(proposed?.assert).toEqual([{ type: 'elicited', value: ['order number'] }]);
  });

  it('lets an agent that only acted in a turn do so again', () => {
    const silent = toTurns(['I want a refund. It is order W2378156', '', refund], ['No, that is all.', 'Goodbye.']);
    expect(proposeGoalCase({ id: 'a', user, turns: silent, isOver: true })?.never).toEqual({
      type: 'regex',
      value: '(?i)\\bsystem prompt\\b',
    });
  });

  it('mentions a word of the answer when there is nothing else, and is left out when there is not even that', () => {
    const words = proposeGoalCase({
      id: 'a',
      user: { goal: 'Is the lamp in?' },
      turns: toTurns(['Is it?', 'The lamp is.']),
      isOver: true,
    });
    expect(words?.checkpoints).toEqual([
      { id: 'answers', description: 'mentions lamp', assert: { type: 'regex', value: '(?i)lamp' } },
    ]);
    expect(proposeGoalCase({ id: 'a', user, turns: toTurns(['Hello', '']), isOver: true })).toBeUndefined();
  });
});
