import fc from 'fast-check';
import { expect, it } from 'vitest';
import { authoredCaseSchema, jsonSchema } from '../contract/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../values/index.ts';
import { computeCaseHash, createCaseHash } from './case-hash.ts';
import { createCasePartInterner } from './case-part-interner.ts';
import { createCaseParser } from './read-case.ts';
import { createSchemalessParser } from './schemaless-case-parser.ts';

const anything = fc.jsonValue({ maxDepth: 2 }).map((value) => jsonSchema.parse(value));
const type = fc.constantFrom('equals', 'contains', 'not_contains', 'regex', 'type', 'tool_called', 'nope');
const assertion = fc.record(
  { type, value: mostly(fc.string()), negate: mostly(fc.boolean()), message: mostly(fc.string()) },
  { requiredKeys: ['type', 'value'] },
);
const toolCalled = fc.record({
  type: fc.constant('tool_called'),
  value: mostly(
    fc.record(
      { name: mostly(fc.string()), arguments: mostly(fc.dictionary(fc.string(), anything)) },
      { requiredKeys: [] },
    ),
  ),
});
const jsonPath = fc.record(
  { type: fc.constant('json_path'), path: mostly(fc.string()), value: anything, negate: mostly(fc.boolean()) },
  { requiredKeys: ['type', 'path'] },
);
const assertions = mostly(
  fc.oneof(assertion, toolCalled, jsonPath, fc.array(fc.oneof(assertion, jsonPath), { maxLength: 2 })),
);
const metadata = mostly(fc.dictionary(fc.string(), anything));
const options = fc.record(
  {
    connector: mostly(fc.string()),
    mode: mostly(fc.string()),
    search: anything,
    disable_global_prompts: mostly(fc.boolean()),
    metadata,
    skip: mostly(fc.record({ history: mostly(fc.boolean()), search: mostly(fc.boolean()) }, { requiredKeys: [] })),
  },
  { requiredKeys: [] },
);
const simulator = fc.oneof(
  fc.string(),
  fc.record(
    {
      use: mostly(fc.string()),
      options: mostly(fc.record({ connector: mostly(fc.string()), metadata }, { requiredKeys: [] })),
    },
    { requiredKeys: ['use'] },
  ),
);
const checkpoint = fc.record(
  {
    id: mostly(fc.string()),
    assert: assertions,
    description: mostly(fc.string()),
    after: mostly(fc.array(fc.string())),
    required: mostly(fc.boolean()),
    aftr: anything,
  },
  { requiredKeys: ['id', 'assert'] },
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
      metadata,
      assert: assertions,
      user: mostly(fc.string()),
      before: mostly(fc.string()),
      options: mostly(options),
      simulator: mostly(simulator),
      checkpoints: mostly(fc.array(checkpoint, { maxLength: 2 })),
      max_turns: mostly(fc.integer()),
    },
    { requiredKeys: ['id'] },
  )
  .chain((fields) =>
    fc.oneof({ weight: 9, arbitrary: fc.constant(fields) }, { weight: 1, arbitrary: withNonsense(fields) }),
  )
  .map((fields) => jsonSchema.parse(JSON.parse(JSON.stringify(fields))));

/** Generates case texts, many of which repeat parts of the previous one. */
const similarCases = fc
  .array(fc.tuple(authored, fc.subarray(['assert', 'options', 'checkpoints', 'metadata', 'tags', 'timeout'])))
  .map((drawnCase) => {
    let before: JsonObject = {};
    return drawnCase.map(([source, copiedKeys]) => {
      const copied = isJsonObject(source)
        ? Object.entries(before).filter(([key]) => copiedKeys.some((each) => each === key))
        : [];
      before = { ...(isJsonObject(source) ? source : {}), ...Object.fromEntries(copied) };
      return JSON.stringify(before);
    });
  });

it('reads nothing that the schema refuses, and reads the rest exactly like it', { tags: 'thorough' }, () => {
  let recognised = 0;
  fc.assert(
    fc.property(authored, (source) => {
      const plainCase = createSchemalessParser()(source);
      if (plainCase === undefined) return;
      recognised += 1;
      expect(plainCase).toEqual(authoredCaseSchema.parse(source));
    }),
    { numRuns: 1_000 },
  );
  // The exact number is random. At least some cases must be readable without the schema, otherwise the test would prove
  // nothing.
  expect(recognised).toBeGreaterThan(0);
});

it('reads each of many cases, and hashes it, as if it were the only one', { tags: 'thorough' }, () => {
  fc.assert(
    fc.property(similarCases, (texts) => {
      const internParts = createCasePartInterner();
      const reader = createCaseParser();
      const hashOf = createCaseHash();
      for (const text of texts) {
        const source = jsonSchema.parse(JSON.parse(text));
        internParts(source);
        const plainCase = reader.read(source);
        const alone = createCaseParser().read(jsonSchema.parse(JSON.parse(text)));
        expect(plainCase).toEqual(alone);
        expect(JSON.stringify(plainCase.source)).toBe(JSON.stringify(alone.source));
        expect(hashOf(plainCase.source)).toBe(computeCaseHash(alone.source));
      }
    }),
    { numRuns: 50 },
  );
});

it('has parts in common with the case before only when they are the same, and freezes them', () => {
  const internParts = createCasePartInterner();
  const readPlain = createSchemalessParser();
  const readShared = (source: Json) => {
    internParts(source);
    return readPlain(source);
  };
  const cases = ['{"a":1,"b":[2]}', '{"a":1,"b":[2]}', '{"b":[2],"a":1}', '{"b":[2],"a":1,"__proto__":{}}'].map(
    (metadata) =>
      readShared(JSON.parse(`{"id":"a","input":"x","assert":{"type":"contains","value":"y"},"metadata":${metadata}}`)),
  );
  const [first, second, third, last] = cases.map((each) => each?.metadata);
  expect(second).toBe(first);
  expect(cases[1]?.assert).toBe(cases[0]?.assert);
  expect(Object.isFrozen(cases[0]?.assert?.[0])).toBe(true);
  expect(Object.isFrozen(first) && Object.isFrozen(first?.b)).toBe(true);
  expect(Object.keys(third ?? {})).toEqual(['b', 'a']);
  expect(Object.keys(last ?? {})).toEqual(['b', 'a', '__proto__']);
  expect(Object.isFrozen(Object.prototype)).toBe(false);
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
  {
    id: 'a',
    input: 'x',
    user: 'u',
    team: 't',
    before: 'b',
    after: 'c',
    options: { connector: 'c', mode: 'm', search: null, metadata: { a: [1] }, skip: { history: true, keyword: false } },
    assert: [
      { type: 'json_path', path: '$.a', value: null },
      { type: 'tool_called', value: { name: 'find', arguments: { a: { b: 1 } } } },
      { type: 'tool_called', value: { name: 'find' } },
    ],
  },
  {
    id: 'a',
    simulator: { use: 's', options: { connector: 'c', metadata: { persona: 'p' } } },
    max_turns: 3,
    checkpoints: [
      { id: 'c', description: 'd', assert: { type: 'contains', value: 'y' } },
      { id: 'd', after: ['c'], required: false, assert: [{ type: 'tool_called', value: 'y' }] },
    ],
  },
])('recognises %j', (source) => {
  expect(createSchemalessParser()(source)).toEqual(authoredCaseSchema.parse(source));
});

function mostly<Value>(usualValues: fc.Arbitrary<Value>): fc.Arbitrary<Value | Json> {
  return fc.oneof({ weight: 29, arbitrary: usualValues }, { weight: 1, arbitrary: anything });
}

function withNonsense(fields: object): fc.Arbitrary<object> {
  return fc.tuple(fc.string(), anything).map(([key, value]) => ({ ...fields, [key]: value }));
}
