import { expect, it } from 'vitest';
import type { Assertion } from '../../contract/index.ts';
import type { Json } from '../../values/index.ts';
import {
  findMissingAmounts,
  findMissingValue,
  findOtherWord,
  findUncheckedNumbersInCaseName,
} from './unchecked-expectations.ts';

const contains = (value: string): Assertion => ({ type: 'contains', value });
const listMissingAmounts = (expected: string, answer: string, rule: Assertion = contains('Refund')) =>
  findMissingAmounts({ expected, rules: [rule], answer });

it('finds an amount of "expected" that neither the answer nor a rule has', () => {
  const words = (amount: string) => [
    `"expected" has ${amount}, but the answer does not, and no rule of "assert" reads it`,
  ];
  const denied = 'Refund denied: the lamp is older than 30 days.';
  expect(listMissingAmounts('Refund of 20 EUR issued.', denied)).toEqual(words('20 EUR'));
  expect(listMissingAmounts('Refund of €1,200.50 issued.', 'Refund of €1,200 issued.')).toEqual(words('€1,200.50'));
  expect(listMissingAmounts('Refund of 15% issued.', denied)).toEqual(words('15%'));
});

it.each<[string, string, Assertion?]>([
  ['Refund of 20 EUR issued.', 'Refund: 20.00 EUR.'],
  ['Refund of €1.200,50 issued.', 'Refund of €1,200.50 issued.'],
  ['Refund of 20 EUR issued.', 'Refund of twenty euros.', { type: 'regex', value: '20|twenty' }],
  ['Refund of 20 EUR issued.', 'Refund of 25 EUR.', { type: 'regex', value: 'Refund of \\d+ EUR' }],
  ['Refund of 20 EUR issued.', 'Refund.', { type: 'agent', value: 'names the amount' }],
  ['Refund R4711 is issued after 14 days.', 'Refund R4712 is issued soon.'],
])('finds none: %s', (expected, answer, rule) => {
  expect(listMissingAmounts(expected, answer, rule)).toEqual([]);
});

const other = (expected: string, answer: string, rule: Assertion = contains('Your room')) =>
  findOtherWord({ expected, rules: [rule], answer });

it('finds the sentence of "expected" with another last word', () => {
  const words = '"expected" ends with "cancelled", but the answer with "booked", and no rule of "assert" reads it';
  expect(other('Your room is cancelled.', 'Thank you. Your room is booked.')).toEqual([words]);
  expect(other('Your room is cancelled.', 'Your room is booked.', { type: 'regex', value: 'room is' })).toEqual([
    words,
  ]);
});

it('finds a short "expected" with a number that the answer does not contain', () => {
  const find = (expected: Json, answer: string, rule: Assertion = contains('order')) =>
    findMissingValue({ expected, rules: [rule], answer });
  expect(find('A17', 'Your order is B2.')).toEqual([
    '"expected" is "A17", but the answer does not contain it, and no rule of "assert" reads it',
  ]);
  expect(find(42, 'Your order has 41 items.')).toHaveLength(1);
  expect([
    find('A17', 'Your order is a17.'),
    find(1042, 'Your order has 1,042 items.'),
    find('15 March', 'The order comes on March 15.'),
    find('A17', 'Your order is B2.', contains('B17')),
    find('42', 'Your order has some items.', { type: 'regex', value: '\\d+ items|some' }),
    find('42', 'Your order has some items.', { type: 'agent', value: 'names the number' }),
    find('Paris', 'Your order is in Lyon.'),
    find('tells the user about the 14 days', 'Your order is late.'),
    find({ total: 42 }, 'Your order has some items.'),
  ]).toEqual([[], [], [], [], [], [], [], [], []]);
});

it('finds the sentence of "expected" with another word', () => {
  expect(
    other('It is booked on Friday, at the window.', 'It is booked on Saturday, at the window.', contains('booked')),
  ).toEqual(['"expected" has "Friday", but the answer "Saturday", and no rule of "assert" reads it']);
  expect(other('It is booked on Friday.', 'It is paid on friday.', contains('booked on Friday'))).toEqual([]);
});

it.each<[string, string, Assertion?]>([
  ['Your room is cancelled.', 'Your room has been cancelled.'],
  ['Your room is cancelled.', 'It is booked. Cancelled: your room.'],
  ['Your room is cancelled.', 'Your booking is gone.'],
  ['Your room is cancelled.', 'Your room is booked.', contains('room is booked')],
  ['Your room is cancelled.', 'Your room is booked.', { type: 'agent', value: 'cancels it' }],
  ['Your room is cancelled.', 'Your room is booked.', { type: 'tool_called', name: 'book' }],
  ['Good morning!', 'Good evening!', contains('Good')],
])('finds no other last word: %s and %s', (expected, answer, rule) => {
  expect(other(expected, answer, rule)).toEqual([]);
});

it('knows whether a rule reads a number of the name, however its pattern is written', () => {
  const find = (name: string, answer: string, rule: Assertion) =>
    findUncheckedNumbersInCaseName({
      testCase: { kind: 'standard', id: 'a', name, input: 'How long?', assertions: [] } as never,
      rules: [rule],
      inputs: ['How long?'],
      answers: [answer],
      toolCalls: [],
    });
  const pattern = (value: string): Assertion => ({ type: 'regex', value });
  expect([
    find('A marathon is 42 km long', 'It is 42 km.', pattern('\\b42 ?km\\b')),
    find('Costs 1,200 EUR', 'It costs 1,200 EUR.', pattern('1[.,]?200 EUR')),
    find('Costs 49 EUR', 'It costs 49.00 EUR.', pattern('\\b49\\.00 EUR')),
    find('42 km, not 40', 'It is 42 km.', pattern('\\b4[2] km')),
    find('Step 2: closes the ticket', 'Closed since 2 May.', { type: 'contains', value: 'Closed' }),
  ]).toEqual([[], [], [], [], []]);
  expect(find('A marathon is 42 km long', 'It is 42 km.', pattern('\\d+ km'))).toEqual([
    '42 in the name of the case: the answer contains it, but no rule checks it',
  ]);
});
