import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSatisfyingCallTest } from '../assertions/assertion-types.ts';
import { parseCases } from './parse-cases.ts';

const anything = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant('the refund'));
const key = fc.oneof(
  fc.constantFrom('assert', 'assertions', 'assertion', 'Assert', 'ASSERTIONS', 'asserts', 'asert', 'expect', 'checks'),
  fc.string({ maxLength: 8 }),
);
const assertion = fc.oneof(
  fc.record({
    type: fc.constantFrom('contains', 'equals', 'regex', 'json_path', 'Contains', 'has', ''),
    value: anything,
  }),
  fc.record(
    { type: fc.constantFrom('contains', 'tool_called'), Value: fc.string(), path: anything },
    { requiredKeys: ['type'] },
  ),
  anything,
);
const checks = fc.oneof(assertion, fc.array(assertion, { maxLength: 3 }));

it('lets no case pass without the checks that its author wrote', { tags: 'thorough' }, () => {
  let loadedCount = 0;
  fc.assert(
    fc.property(key, checks, (name, value) => {
      const text = JSON.stringify({ id: 'a', input: 'x', [name]: value });
      const { cases, problems } = parseCases({ text, file: 's.jsonl', hashOf: () => '' });
      const [testCase] = cases;
      if (problems.length > 0 || testCase?.kind !== 'standard' || !/^assert/i.test(name) || value === null) return;
      loadedCount += 1;
      expect(testCase.assertions).toHaveLength(Array.isArray(value) ? value.length : 1);
      expect(testCase.assertions.length).toBeGreaterThan(0);
    }),
    { numRuns: 2_000 },
  );
  expect(loadedCount).toBeGreaterThan(20);
});

it('refuses or keeps every checkpoint', { tags: 'thorough' }, () => {
  const checkpoint = fc.record(
    { id: fc.constantFrom('p', 'q', ''), assert: checks, after: anything, required: anything },
    { requiredKeys: ['id', 'assert'] },
  );
  fc.assert(
    fc.property(fc.array(checkpoint, { maxLength: 3 }), (checkpoints) => {
      const text = JSON.stringify({ id: 'a', input: 'x', simulator: 's', checkpoints });
      const { cases, problems } = parseCases({ text, file: 's.jsonl', hashOf: () => '' });
      const [testCase] = cases;
      if (problems.length > 0) return;
      expect(testCase?.kind === 'dynamic' && testCase.checkpoints.length).toBe(checkpoints.length);
      expect(testCase?.kind === 'dynamic' && testCase.checkpoints.every(({ assert }) => assert.length > 0)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

it.each(['__proto__', 'constructor'])('compares an argument called %s', (name) => {
  const parsed = JSON.parse(`{"${name}":{"admin":false}}`);
  for (const forms of [
    `{"type":"tool_called","name":"pay","arguments":{"${name}":{"admin":true}}}`,
    `{"type":"tool_called","value":{"name":"pay","arguments":{"${name}":{"admin":true}}}}`,
  ]) {
    const text = `{"id":"a","input":"x","assert":${forms}}`;
    const { cases, problems } = parseCases({ text, file: 's.jsonl', hashOf: () => '' });
    expect(problems).toEqual([]);
    const [assertion] = cases[0]?.kind === 'standard' ? cases[0].assertions : [];
    if (assertion === undefined) throw new Error('the assertion is lost');
    const satisfies = createSatisfyingCallTest(assertion);
    expect(satisfies?.({ tool: 'pay', arguments: parsed })).toBe(false);
    expect(satisfies?.({ tool: 'pay', arguments: JSON.parse(`{"${name}":{"admin":true}}`) })).toBe(true);
  }
});

it('tries a rule on the input of its case, which may be an odd text', () => {
  const listMessages = (input: string): string[] => {
    const text = JSON.stringify({ id: 'a', input, assert: { type: 'regex', value: '\\b' } });
    const { missing = [] } = parseCases({ text, file: 's.jsonl', hashOf: () => '' });
    return missing.map(({ message }) => message);
  };
  expect(listMessages('Where is my parcel?')).toEqual([expect.stringContaining('holds for any sentence')]);
  expect(listMessages('!')).toEqual([]);
});
