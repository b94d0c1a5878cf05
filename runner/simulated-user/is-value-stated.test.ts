import { expect, it } from 'vitest';
import { isValueStatedIn } from './is-value-stated.ts';

it.each([
  ['as it is', 'W2378156', 'It is W2378156.'],
  ['another case', 'W2378156', 'it is w2378156'],
  ['with spaces', 'W2378156', 'it is W 2378156'],
  ['with hyphens', 'AB-12-CD', 'it is AB12CD'],
  ['an address', 'a@b.example', 'write to a@b.example.'],
  ['a telephone number', '+1 (555) 010-9999', 'call 1-555-010-9999'],
  ['a grouped number', '1497.65', 'it costs $1,497.65'],
  ['a number grouped with points', '1497.65', 'it costs 1.497,65 €'],
  ['a number with cents', '1200', 'that makes 1,200.00'],
  ['a card number', '4111111111111111', '4111 1111 1111 1111'],
  ['a date in words', '2026-03-05', 'on March 5, 2026'],
  ['a date with the day first', '2026-03-05', 'on the 5th of March'],
  ['a short date', '5 March 2026', 'on 05.03.2026'],
  ['words', 'Main Street 12', 'I live in main street 12'],
])('told: %s', (_, value, message) => {
  expect(isValueStatedIn(value, message)).toBe(true);
});

it.each([
  ['a part of a word', 'W2378156', 'it is W23781567'],
  ['a part of a number', '1497', 'it costs 21497'],
  ['other decimals', '1250', 'it costs 12.50'],
  ['another date', '2026-03-05', 'on March 6, 2026'],
  ['a short value', '2', 'there are 2 problems'],
  ['a common word', 'blue', 'the sky is blue'],
  ['nothing', 'W2378156', ''],
  ['a value without letters and digits', '  ', 'hello'],
])('not told: %s', (_, value, message) => {
  expect(isValueStatedIn(value, message)).toBe(false);
});

it.each([
  ['2', '2'],
  ['2', 'two'],
  ['blue', 'Blue, please.'],
])('told in the answer to its own question: %s', (value, message) => {
  expect(isValueStatedIn(value, message, { isAnswer: true })).toBe(true);
});
