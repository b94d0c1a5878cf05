import { expect, test } from 'vitest';
import { measureUser } from './measure-user.ts';

test('measures the messages of a user', () => {
  const measures = measureUser([
    'Hello, please cancel my order W2378156',
    'Yes',
    'No, that is not what I want. Why not?',
    'lisa@shop.example',
  ]);
  expect(measures).toEqual({
    opening_share: 7 / 17,
    words: 17 / 4,
    short_share: 2 / 4,
    polite_share: 1 / 4,
    push_back_share: 1 / 4,
    question_share: 1 / 4,
    identifiers: 2 / 4,
  });
});

test.each([
  ['identifiers', ['It is 555-0199-22'], 1],
  ['identifiers', ['There are 12 of 300'], 0],
  ['push_back_share', ['But I already told you'], 1],
  ['push_back_share', ['Fine with me'], 0],
  ['polite_share', ['Thank you'], 1],
  ['polite_share', ['Cancel it'], 0],
] as const)('%s of %j', (id, messages, value) => {
  expect(measureUser(messages)?.[id]).toBe(value);
});

test('without messages there is nothing to measure', () => {
  expect(measureUser([])).toBeUndefined();
});
