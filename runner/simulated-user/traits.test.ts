import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { UserContract, UserContractFact, UserTrait } from './contract.ts';
import { isValueStatedIn } from './is-value-stated.ts';
import { isVolunteered, rewriteByTraits } from './traits.ts';

const facts: UserContractFact[] = [
  { name: 'name', value: 'Lisa Brown', aliases: [] },
  { name: 'order number', value: 'W2378156', aliases: [] },
  { name: 'date', value: '2026-05-14', aliases: [] },
  { name: 'e-mail', value: 'Lisa.Brown@Shop.example', aliases: [] },
];
const text =
  'Hello, my name is Lisa Brown and the order is W2378156. I bought it on 14 May, and it broke. Please help me soon.';

function contractWith(changes: Partial<UserContract>): UserContract {
  return { goals: ['talk'], facts, unknown: [], traits: [], giveUp: 2, language: 'en', ...changes };
}

function write(traits: UserTrait[], message = text, seed = 'a'): string {
  return rewriteByTraits(message, contractWith({ traits, seed }), 1);
}

test('without traits a message stays as it is', () => {
  expect(write([])).toBe(text);
  expect(write(['terse', 'push_back', 'volunteers'])).toBe(text);
});

test('"lowercase" writes small letters, except in facts', () => {
  expect(write(['lowercase'])).toBe(
    'hello, my name is Lisa Brown and the order is W2378156. i bought it on 14 May, and it broke. please help me soon.',
  );
});

test('"split_messages" makes two paragraphs of whole sentences', () => {
  const [first, second, ...others] = write(['split_messages']).split('\n\n');
  expect(others).toEqual([]);
  expect(first).toMatch(/W2378156\.$/);
  expect(second).toMatch(/^I bought/);
  expect(write(['split_messages'], 'Only one sentence.')).toBe('Only one sentence.');
});

test('"split_messages" never breaks a fact', () => {
  const doctor = [{ name: 'doctor', value: 'Dr. Lee', aliases: [] }];
  const message = 'I saw Dr. Lee yesterday';
  expect(rewriteByTraits(message, contractWith({ traits: ['split_messages'], facts: doctor }), 1)).toBe(message);
});

test('"typos" mistypes about one letter in 40', () => {
  const longText = 'several ordinary words stand here together without meaning '.repeat(200);
  const typed = write(['typos'], longText);
  const changed = longText.split(' ').filter((word, index) => word !== typed.split(' ')[index]).length;
  expect(changed / longText.replaceAll(/\W/g, '').length).toBeGreaterThan(1 / 60);
  expect(changed / longText.replaceAll(/\W/g, '').length).toBeLessThan(1 / 35);
});

test('the same seed writes the same message, another seed another one', () => {
  const longText = text.repeat(10);
  expect(write(['typos'], longText, 'a')).toBe(write(['typos'], longText, 'a'));
  expect(write(['typos'], longText, 'a')).not.toBe(write(['typos'], longText, 'b'));
});

test('no trait changes a character of a fact', () => {
  const writingTraits: fc.Arbitrary<UserTrait[]> = fc.subarray(['typos', 'lowercase', 'split_messages']);
  const forms = [...facts.map(({ value }) => value), 'May 14th', '14 May 2026', 'w 2378156', 'LISA BROWN'];
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom(...forms), fc.lorem({ mode: 'sentences', maxCount: 2 }), fc.string())),
      writingTraits,
      fc.string(),
      (parts, traits, seed) => {
        const message = parts.join(' ');
        const changed = write(traits, message, seed);
        for (const { value } of facts) expect(isValueStatedIn(value, changed)).toBe(isValueStatedIn(value, message));
      },
    ),
  );
});

test('another turn has other mistakes', () => {
  const contract = contractWith({ traits: ['typos'] });
  const longText = text.repeat(10);
  expect(rewriteByTraits(longText, contract, 1)).not.toBe(rewriteByTraits(longText, contract, 2));
});

test('"volunteers" draws each fact with probability ½', () => {
  const manyFacts = Array.from({ length: 1000 }, (_, index) => ({ name: `fact ${index}`, value: 'x', aliases: [] }));
  const volunteeredFacts = manyFacts.filter((fact) =>
    isVolunteered(contractWith({ traits: ['volunteers'], seed: 'seed' }), fact),
  );
  expect(volunteeredFacts.length).toBeGreaterThan(430);
  expect(volunteeredFacts.length).toBeLessThan(570);
});
