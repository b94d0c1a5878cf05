import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../values/index.ts';
import { parseCases } from '../parse-cases.ts';

const warn = (fields: JsonObject): string[] => {
  const text = JSON.stringify({ id: 'a', ...fields });
  const { problems, warnings } = parseCases({ text, file: 's.jsonl', hashOf: () => 'hash' });
  expect(problems).toEqual([]);
  return warnings.map(({ message }) => message);
};

describe('a list of tools', () => {
  const list = (name: string, more: JsonObject = {}) =>
    warn({
      name,
      input: 'File my taxi',
      assert: { type: 'tool_called', value: ['lookup_policy', 'submit_expense'], ...more },
    });

  it('is doubted where the name of the case says that each is called', () => {
    const words = [
      'a list of names means any of them, but the name of the case says "and"; write one "tool_called" for each tool',
    ];
    expect(list('looks up the policy and submits the expense')).toEqual(words);
    expect(list('checks the policy, then submits')).toEqual(words);
  });

  it('is not doubted otherwise', () => {
    expect([
      list('looks up the policy or submits the expense'),
      list('either looks up the policy and answers, or submits'),
      list('looks up the policy and answers'),
      list('looks up a policy for the expense and answers'),
      list('looks up the policy and submits the expense', { times: 0 }),
    ]).toEqual([[], [], [], [], []]);
  });
});

describe('a conversation that ends with its last checkpoint', () => {
  const conversation = (name: string, more: JsonObject = {}) =>
    warn({
      name,
      until: 'checkpoints',
      simulator: { goal: 'book a table', facts: { day: 'Friday' } },
      mocks: { book: { result: { ok: true } } },
      checkpoints: [{ id: 'booked', assert: { type: 'tool_called', name: 'book' } }],
      never: { type: 'contains', value: 'newsletter' },
      ...more,
    });

  it('is doubted where its name says what must not happen after it', () => {
    expect(conversation('does not advertise after the booking')).toEqual([
      'the conversation ends with checkpoint "booked", so "never" sees nothing after it, but the name of the case says "after the booking"; write "done"',
    ]);
  });

  it('is doubted where its name forbids something at any time', () => {
    expect(conversation('sells no newsletter')).toEqual([
      'the conversation ends with checkpoint "booked", so "never" sees nothing after it; write "done" to check later answers, too',
    ]);
  });

  it('is not doubted otherwise', () => {
    const confirmed = { id: 'confirmed', assert: { type: 'contains', value: 'confirmed' } };
    const booked = { id: 'booked', assert: { type: 'tool_called', name: 'book' } };
    expect([
      conversation('does not advertise before the booking'),
      conversation('books a table after 20 questions'),
      conversation('never sells a newsletter', { until: 'done' }),
      conversation('does not advertise after the booking', { until: 'done' }),
      conversation('does not advertise after the booking', { checkpoints: [booked, confirmed] }),
    ]).toEqual([[], [], [], [], []]);
  });
});
