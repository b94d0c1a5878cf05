import { expect, it } from 'vitest';
import { describeChecksAcceptingAllAnswers } from './non-discriminating-checks.ts';

type WrittenCase = { requires: string; answer: string; input?: string };

function describeCases(cases: readonly WrittenCase[]): string | undefined {
  return describeChecksAcceptingAllAnswers(
    cases.map(({ requires, answer, input = answer }, index) => ({
      id: `case-${index + 1}`,
      input,
      answer,
      check: { rules: requires, accepts: (text) => text.includes(requires) },
    })),
  );
}

const answers = [
  'The shop opens at nine. Your Lamp Shop',
  'Delivery takes three days. Your Lamp Shop',
  'You can pay by card. Your Lamp Shop',
  'You have 30 days to return it. Your Lamp Shop',
  'We sell 40 kinds of lamps. Your Lamp Shop',
];
const words = ['nine', 'three days', 'card', '30 days', '40 kinds'];
const suite = (requires: readonly string[]): WrittenCase[] =>
  answers.map((answer, index) => ({ answer, requires: requires[index] ?? '' }));

it('names a case whose check accepts the answers of all other cases', () => {
  expect(describeCases(suite(['Lamp Shop', ...words.slice(1)]))).toBe(
    'case-1 accepts every answer of the other cases, so the checks cannot recognise a wrong answer',
  );
  expect(describeCases(suite(['Lamp', 'Shop', ...words.slice(2)]))).toContain('case-1, case-2 accept every answer');
});

it('is silent where each check tells its answer from others', () => {
  expect(describeCases(suite(words))).toBeUndefined();
  expect(describeCases(suite(['Lamp Shop', ...words.slice(1)]).slice(0, 3))).toBeUndefined();
});

it('names a check of all cases once, if it holds for a greeting or a signature', () => {
  expect(describeCases(suite(answers.map(() => 'Lamp Shop')))).toBe(
    'the same check in all 5 cases holds for a sentence that every answer has',
  );
});

it('is silent where a check of all cases holds for what the answers are about', () => {
  const things = ['jacket', 'shoe', 'lamp', 'book', 'coat'];
  const ofThings = (write: (thing: string) => string): WrittenCase[] =>
    things.map((thing) => ({ requires: '30 days', answer: write(thing), input: `May I return the ${thing}?` }));
  expect(describeCases(ofThings((thing) => `You have 30 days to return the ${thing}.`))).toBeUndefined();
  expect(describeCases(ofThings(() => 'You have 30 days.'))).toBeUndefined();
  expect(describeCases(ofThings((thing) => `A ${thing}! You have 30 days.`))).toBeUndefined();
});
