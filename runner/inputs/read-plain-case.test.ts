import fc from 'fast-check';
import { expect, it } from 'vitest';
import { authoredCaseSchema, type Json, jsonSchema } from '../contract/index.ts';
import { readPlainCase } from './read-plain-case.ts';

const anything = fc.jsonValue({ maxDepth: 2 }).map((value) => jsonSchema.parse(value));
const type = fc.constantFrom('equals', 'contains', 'not_contains', 'regex', 'type', 'tool_called', 'nope');
const assertion = fc.record(
  { type, value: mostly(fc.string()), negate: mostly(fc.boolean()), message: mostly(fc.string()) },
  { requiredKeys: ['type', 'value'] },
);
const message = fc.record(
  { role: fc.constantFrom('user', 'assistant', 'tool', 'usr'), content: mostly(fc.string()), name: fc.string() },
  { requiredKeys: ['role', 'content'] },
);
const authored = fc
  .record(
    {
      id: mostly(fc.string({ minLength: 1 })),
      input: mostly(fc.oneof(fc.string(), fc.array(message, { maxLength: 3 }))),
      name: mostly(fc.string()),
      timeout: mostly(fc.string()),
      skip: mostly(fc.boolean()),
      tags: mostly(fc.array(fc.string())),
      expected: anything,
      metadata: mostly(fc.dictionary(fc.string(), anything)),
      assert: mostly(fc.oneof(assertion, fc.array(assertion, { maxLength: 2 }))),
    },
    { requiredKeys: ['id', 'input'] },
  )
  .chain((parts) =>
    fc.oneof({ weight: 9, arbitrary: fc.constant(parts) }, { weight: 1, arbitrary: withNonsense(parts) }),
  )
  .map((parts) => jsonSchema.parse(JSON.parse(JSON.stringify(parts))));

it('reads nothing that the schema refuses, and reads the rest exactly like it', () => {
  let recognised = 0;
  fc.assert(
    fc.property(authored, (source) => {
      const plain = readPlainCase(source);
      if (plain === undefined) return;
      recognised += 1;
      expect(plain).toEqual(authoredCaseSchema.parse(source));
    }),
    { numRuns: 1_000 },
  );
  expect(recognised).toBeGreaterThan(20);
});

it.each<Json>([
  { id: 'a', input: 'x' },
  { id: 'a', input: [{ role: 'user', content: 'x' }] },
  { id: 'a', input: 'x', tags: ['t'], timeout: '1s', name: 'n', expected: null, metadata: { a: { b: 1 } } },
  { id: 'a', input: 'x', assert: { type: 'contains', value: 'y' } },
  {
    id: 'a',
    input: 'x',
    assert: [
      { type: 'regex', value: 'y' },
      { type: 'tool_called', value: 'y', negate: true },
    ],
  },
])('recognises %j', (source) => {
  expect(readPlainCase(source)).toEqual(authoredCaseSchema.parse(source));
});

function mostly<Value>(usual: fc.Arbitrary<Value>): fc.Arbitrary<Value | Json> {
  return fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: anything });
}

function withNonsense(parts: object): fc.Arbitrary<object> {
  return fc.tuple(fc.string(), anything).map(([key, value]) => ({ ...parts, [key]: value }));
}
