import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type Json, toCanonicalJson } from '../values/index.ts';
import { computeCaseHash, createCaseHash } from './case-hash.ts';
import { getConventionalKeyRank } from './conventional-key-order.ts';
import { createLineTemplate } from './line-template.ts';
import { parseCases } from './parse-cases.ts';
import { type ObjectItem, parseSourceItems } from './source-items.ts';

type Shape = (index: number) => string;

const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom(
    '',
    '"',
    '\\',
    '\\"',
    'a "b" \\',
    '\ud83d',
    '\u2028',
    '😀',
    '\n',
    '\0hole 0',
    'longer than a piece of text',
    'ä',
  ),
);
const leaf: fc.Arbitrary<Json> = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.boolean(),
  fc.constant(null),
);

/**
 * Generates lines of the same shape, in objects with all kinds of keys: some of the values vary, others are the same in
 * all lines.
 */
const lineShapes: Shape[] = [
  (index) => `{"id":"case-${index}","input":"hello ${index}","assert":{"type":"contains","value":"hello"}}`,
  (index) => `{ "input" : [{"content":"hello ${index}","role":"user"}], "id" : "other-${index}", "tags":["a","b"] }`,
  (index) =>
    `{"id":"m${index}","input":"x","metadata":{"__proto__":{"z":${index},"a":1},"10":${index % 3},"9":"n"},"assert":[{"type":"json_path","path":"$.a","value":${index % 2 === 0}},{"type":"regex","value":"y"}]}`,
  (index) =>
    `{"id":"d${index}","input":"x","checkpoints":[{"id":"one","assert":{"type":"contains","value":"${index % 5}"}},{"id":"two","after":["one"],"assert":{"type":"tool_called","value":"book"}}],"max_turns":${(index % 7) + 1}}`,
];

/** Generates lines in which some values occasionally differ, and occasional lines of another shape. */
const lines = fc
  .tuple(
    fc.array(fc.constantFrom(...lineShapes), { minLength: 1, maxLength: 2 }),
    fc.array(fc.tuple(fc.nat(9), leaf, fc.nat(8), fc.constantFrom('', ' ', '\r', '\t ')), {
      minLength: 70,
      maxLength: 120,
    }),
    fc.array(fc.tuple(fc.nat(119), fc.constantFrom(...odd())), { maxLength: 4 }),
  )
  .map(([usedShapes, changes, others]) => {
    const changedLines = changes.map(([chance, value, leafIndex, blank], index) => {
      const line = usedShapes[index % usedShapes.length]?.(index) ?? '';
      return (chance < 6 ? line : withLeaf(line, leafIndex, value)) + blank;
    });
    for (const [index, other] of others) if (index < changedLines.length) changedLines[index] = other;
    return changedLines;
  });

function odd(): string[] {
  return [
    '',
    '// a comment',
    '{"id":"twice","input":"x","assert":{"type":"contains","value":"a","value":"b"}}',
    '{"id":"broken","input":"hello',
    '{"id":"case-1","input":"hello 1","assert":{"type":"contains","value":"hello"}} // rest',
    '{"id":"tab","input":"a\tb","assert":{"type":"contains","value":"hello"}}',
    '{"id":"case-3","input":"hello","assert":{"type":"contains","value":"hello"}}{}',
    '{"id":"n","input":01,"assert":{"type":"contains","value":"hello"}}',
    '{"id":"unknown","input":"x","asert":{"type":"contains","value":"hello"}}',
    '{"id":"escaped","input":"\\u0041\\ud83d","assert":{"type":"contains","value":"hello"}}',
    '{',
  ];
}

/** Replaces one value of a line. */
function withLeaf(line: string, replacedIndex: number, value: Json): string {
  let leafIndex = 0;
  return line.replaceAll(/(?<=[:[,]\s*)("(?:[^"\\]|\\.)*"|\d+|true|false)(?=\s*[,\]}])/g, (original) => {
    leafIndex += 1;
    return leafIndex - 1 === replacedIndex ? JSON.stringify(value) : original;
  });
}

describe('a line that is read with a template', () => {
  it('says what it says alone, with its place, and its canonical JSON', { tags: 'thorough' }, () => {
    let matched = 0;
    fc.assert(
      fc.property(lines, (drawnLines) => {
        const source = drawnLines.join('\n');
        const items = [...parseSourceItems(source, createLineTemplate())];
        const alone = [...parseSourceItems(source)];
        expect(items.map(withoutCanonical)).toEqual(alone);
        for (const [index, item] of items.entries()) {
          const other = alone[index];
          if (item.kind !== 'object' || other?.kind !== 'object') continue;
          expect(JSON.stringify(item.value)).toBe(JSON.stringify(other.value));
          if (item.canonical === undefined) continue;
          matched += 1;
          expect(item.canonical).toBe(toCanonicalJson(other.value, getConventionalKeyRank));
        }
      }),
      { numRuns: 60 },
    );
    // The exact number is random. At least some lines must match the template, otherwise the test would prove nothing.
    expect(matched).toBeGreaterThan(1_000);
  });

  it('is the case, with the hash and the problems, that it is alone', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(lines, (drawnLines) => {
        const parsedTogether = parseCases({ text: drawnLines.join('\n'), file: 's.jsonl', hashOf: createCaseHash() });
        const isClosed = drawnLines.every((line) => !line.startsWith('{') || line.trim().endsWith('}'));
        if (!isClosed) return;
        const alone = drawnLines.map((line) => parseCases({ text: line, file: 's.jsonl', hashOf: computeCaseHash }));
        expect(parsedTogether.cases).toEqual(
          alone.flatMap(({ cases }, index) => cases.map((each) => ({ ...each, line: index + 1 }))),
        );
        const unique = ({ message }: { message: string }) => !message.includes('is already used in line');
        expect(parsedTogether.problems.filter(unique)).toEqual(
          alone.flatMap(({ problems }, index) =>
            problems
              .filter(({ message }) => message !== 'the file holds no cases')
              .map((problem) => ({ ...problem, line: index + 1 })),
          ),
        );
      }),
      { numRuns: 10 },
    );
  });
});

it('has what does not change in common with the lines before, frozen', () => {
  const values = parseObjects(Array.from({ length: 100 }, (_, index) => lineShapes[2]?.(index) ?? ''));
  const [first, second] = values.slice(-2).map(({ value }) => (isJsonObject(value) ? value.assert : undefined));
  if (!Array.isArray(first) || !Array.isArray(second)) throw new Error('no assertions');
  expect(second[1]).toBe(first[1]);
  expect(Object.isFrozen(first[1])).toBe(true);
  expect(second[0]).not.toBe(first[0]);
  expect(Object.isFrozen(Object.prototype)).toBe(false);
});

it('is read with a template soon, also where shapes take turns', () => {
  const oneShape = parseObjects(Array.from({ length: 1_000 }, (_, index) => lineShapes[0]?.(index) ?? ''));
  expect(oneShape.filter(({ canonical }) => canonical !== undefined).length).toBeGreaterThan(900);
  const mixedCases = parseObjects(
    Array.from({ length: 1_000 }, (_, index) => lineShapes[index % 3 === 0 ? 1 : 0]?.(index) ?? ''),
  );
  expect(mixedCases.filter(({ canonical }) => canonical !== undefined).length).toBeGreaterThan(250);
});

function parseObjects(all: readonly string[]): ObjectItem[] {
  return [...parseSourceItems(all.join('\n'), createLineTemplate())].filter((item) => item.kind === 'object');
}

function withoutCanonical(item: object): object {
  const { canonical: _, ...others } = { canonical: undefined, ...item };
  return others;
}
