import { expect, it } from 'vitest';
import { findBridgedSentences } from './bridged-sentences.ts';

const find = (value: string, ...answers: string[]) =>
  findBridgedSentences({ rules: [{ type: 'regex', value }], answers });

it('an amount that a pattern skips up to a later sentence is named', () => {
  expect(find('(?i)total.*40 EUR', 'The total of your order is 90 EUR. The chair on it is 40 EUR.')).toEqual([
    '".*" in the regex "(?i)total.*40 EUR" skips "90 EUR" and finds 40 in a later sentence; write the words that stand between',
  ]);
  expect(find('[Tt]otal.+\\$40', 'Hi! Total: $90. The chair costs $40.')).toHaveLength(1);
});

it.each([
  ['total.*40 EUR', 'The total is 40 EUR. The chair is 30 EUR.'],
  ['total.*40 EUR', 'The total is 40 EUR. The chair is 40 EUR.'],
  ['total.*40 EUR', 'I have added up the total for you. It is 40 EUR.'],
  ['total.*40 EUR', 'The total without VAT is 33 EUR. With VAT you pay 40 EUR.'],
  ['total.*40 EUR', 'The total is 3 items. You pay 40 EUR.'],
  ['total.*40 EUR', 'The total has 10% off 50 EUR. You pay 40 EUR.'],
  ['total.*40 EUR', 'The total is 90 EUR.'],
  ['total.*chair', 'The total is 90 EUR. It has a chair.'],
])('nothing is said of %s in "%s"', (pattern, answer) => {
  expect(find(pattern, answer)).toEqual([]);
});

it('nothing is said if another answer has it in one sentence', () => {
  const answers = ['The total is 90 EUR. The chair is 40 EUR.', 'The total is 40 EUR.'];
  expect(find('total.*40 EUR', ...answers)).toEqual([]);
});
