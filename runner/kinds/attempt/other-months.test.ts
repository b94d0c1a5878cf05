import { expect, it } from 'vitest';
import type { Assertion } from '../../contract/index.ts';
import { findOtherMonths } from './other-months.ts';

const find = (input: string, date: string, ...rules: Assertion[]) =>
  findOtherMonths({ rules, inputs: [input], toolCalls: [{ tool: 'search_flights', arguments: { date } }] });

it('names a call with the day of the user in another month', () => {
  const words = [
    'search_flights was called with 2026-07-12, which is another month than the user named, but no rule reads it; add "arguments" to a rule',
  ];
  expect(find('I fly on 12 June 2026.', '2026-07-12')).toEqual(words);
  expect(find('I fly on June 12th.', '2026-07-12', { type: 'tool_called', value: 'search_flights' })).toEqual(words);
});

it('names none with the right date, with another day, or that a rule reads', () => {
  expect([
    find('I fly on 12 June 2026.', '2026-06-12'),
    find('I fly on 12 June 2026.', '2026-07-13'),
    find('From 12 June to 12 July', '2026-07-12'),
    find('I fly on the 12th.', '2026-07-12'),
    find('I fly on 12 June.', '2026-07-12', { type: 'tool_called', name: 'search_flights', arguments: {} }),
    find('I fly on 12 June.', '2026-07-12', { type: 'script', script: 'scripts.a.B' }),
  ]).toEqual([[], [], [], [], [], []]);
});
