import { expect, it } from 'vitest';
import type { Assertion } from '../../contract/index.ts';
import { findOtherNumberBesideWord } from './number-beside-word.ts';

const rules: Assertion[] = [
  { type: 'contains', value: '15' },
  { type: 'contains', value: 'March' },
];

it('a number that stands elsewhere than beside the required word is named', () => {
  expect(findOtherNumberBesideWord({ rules, answers: ['Until 31 March. We are open from 9 to 15.'] })).toEqual([
    'the answer has 31 beside "March", and 15 elsewhere; require both as one text',
  ]);
});

it.each(['Until 15 March, at 9.', 'Until March 15th.', 'In March, until the 15.', 'From 1 March to 15 March'])(
  'nothing is said about "%s"',
  (answer) => {
    expect(findOtherNumberBesideWord({ rules, answers: [answer] })).toEqual([]);
  },
);
