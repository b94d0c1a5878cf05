import { expect, it } from 'vitest';
import type { JsonObject } from '../../values/index.ts';
import { parseCases } from '../parse-cases.ts';

const warn = (criteria: string | string[], fields: JsonObject = { turns: ['When is breakfast?'] }): string[] => {
  const text = JSON.stringify({ id: 'a', ...fields, assert: { type: 'agent', value: criteria } });
  const { problems, warnings } = parseCases({ text, file: 's.jsonl', hashOf: () => 'hash' });
  expect(problems).toEqual([]);
  return warnings.map(({ message }) => message);
};

it('doubts a criterion on what a user says whose messages are in the case', () => {
  const words = [
    '"the customer asks for the breakfast hours" is about the user, whose messages the case contains, so it holds whatever the agent answers; write what the agent does',
  ];
  const criterion = 'the customer asks for the breakfast hours';
  expect(warn(criterion)).toEqual(words);
  expect(warn(['the answer is polite', criterion], { input: 'When is breakfast?' })).toEqual(words);
});

it('does not doubt other criteria, or those on a simulated user', () => {
  const simulated = { simulator: { goal: 'get the hours', facts: { room: '12' } }, mocks: {} };
  expect([
    warn('the customer is told the breakfast hours'),
    warn('the customer gets the breakfast hours'),
    warn('the customer asks for the hours and the agent tells them'),
    warn('the user asked for the hours, which the answer names'),
    warn('the user can ask at the desk'),
    warn('the customer says thank you', simulated),
  ]).toEqual([[], [], [], [], [], []]);
});
