import { describe, expect, it } from 'vitest';
import { proposeConversationCase } from './propose-conversation.ts';

const about = { id: 'first', simulator: 'first-user' };

function toTurns(...turns: [input: string, content: string, ...tools: string[]][]) {
  return turns.map(([input, content, ...tools], index) => ({
    turn: index + 1,
    input,
    response: { content, toolCalls: tools.map((tool) => ({ tool })) },
  }));
}

/** Returns the description of each checkpoint by its id. */
function proposeDescriptions(...turns: Parameters<typeof toTurns>): unknown {
  const { checkpoints } = proposeConversationCase(toTurns(...turns), about) ?? {};
  if (!Array.isArray(checkpoints)) return checkpoints;
  return checkpoints.map((checkpoint) => Object(checkpoint).description);
}

describe('the case that has a conversation again', () => {
  it('waits for what every turn called or said, one after the other', () => {
    const turns = toTurns(['Book a table', 'For how many?'], ['Two, at 20:00', 'Booked.', 'book', 'mail', 'book']);
    expect(proposeConversationCase(turns, about)).toEqual({
      id: 'first',
      input: 'Book a table',
      simulator: 'first-user',
      max_turns: 2,
      checkpoints: [
        { id: 'turn-1', description: 'mentions many', assert: { type: 'regex', value: '(?i)many' } },
        {
          id: 'turn-2',
          description: 'calls book and mail',
          after: ['turn-1'],
          assert: [
            { type: 'tool_called', value: 'book' },
            { type: 'tool_called', value: 'mail' },
          ],
        },
      ],
    });
  });

  it('needs nobody to play the user when there is one turn', () => {
    expect(proposeConversationCase(toTurns(['Hello', 'Good morning']), about)).not.toHaveProperty('simulator');
  });

  it('prefers figures, and leaves out those that the agent makes up', () => {
    expect(proposeDescriptions(['How much?', 'It is $23.40.'])).toEqual(['says $23.40']);
    expect(proposeDescriptions(['Where is 88213-7?', 'Order 88213-7 is on its way.'])).toEqual(['says 88213-7']);
    expect(proposeDescriptions(['Refund it', 'Refund R-482913 was created on 2026-04-01.'])).toEqual([
      'mentions Refund',
    ]);
  });

  it('prefers words that were asked for, in any script', () => {
    expect(proposeDescriptions(['Is the invoice paid?', 'Unfortunately this invoice is open.'])).toEqual([
      'mentions invoice',
    ]);
    expect(proposeDescriptions(['营业时间？', '营业时间请看网站。'])).toEqual([
      expect.stringMatching(/^mentions \p{L}{2,}$/u),
    ]);
  });

  it('does not wait for what an earlier turn has reached already', () => {
    expect(proposeDescriptions(['a', 'Hello', 'search'], ['b', 'Hello', 'search'], ['c', 'Hello there'])).toEqual([
      'calls search',
      'mentions there',
    ]);
  });

  it('is none when there is nothing to hold on to', () => {
    expect(proposeDescriptions(['a', ''], ['b', 'ok'])).toBeUndefined();
    expect(proposeDescriptions()).toBeUndefined();
  });
});
