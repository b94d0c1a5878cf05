import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCases } from '../inputs/parse-cases.ts';
import { createDocumentCheck } from './check-document.ts';
import type { CheckedDocument } from './document.ts';
import { applyEdits } from './text-edit.ts';

const checkText = (text: string, file = 's.jsonl'): CheckedDocument => createDocumentCheck({ file }).check(text);

const createSoundLine = (id: string): string => `{"id":"${id}","input":"x","assert":{"type":"contains","value":"y"}}`;

describe('the cases of a checked text', () => {
  it('have their source text, line, kind, tags and value', () => {
    const text = `\ufeff// first\r\n{"id":"a","input":"x","tags":["t"],"skip":true}\r\n{\n "id": "b",\n // why\n "checkpoints": [{"id":"p","assert":{"type":"contains","value":"y"}}]\n}`;
    const { cases, problems } = checkText(text);
    expect(problems).toEqual([]);
    expect(cases).toMatchObject([
      { index: 0, id: 'a', line: 2, kind: 'standard', skip: true, tags: ['t'], value: { id: 'a', tags: ['t'] } },
      { index: 1, id: 'b', line: 3, kind: 'dynamic', skip: false, tags: [], value: { id: 'b' } },
    ]);
    expect(cases.map(({ from, to }) => text.slice(from, to).trim())).toEqual([
      '{"id":"a","input":"x","tags":["t"],"skip":true}',
      text.slice(text.indexOf('{\n')),
    ]);
  });

  it('stay in the list while they are not JSON, with what looks like their id', () => {
    const { cases } = checkText(`${createSoundLine('a')}\n{"id":"b","input":"half \n${createSoundLine('c')}`);
    expect(cases.map(({ id, value, problems }) => [id, value === undefined, problems])).toEqual([
      ['a', false, 0],
      ['b', true, 1],
      ['c', false, 0],
    ]);
  });

  it('are found in a list too', () => {
    const { cases, problems } = checkText(`[\n ${createSoundLine('a')},\n ${createSoundLine('a')}\n]`, 's.json');
    expect(cases.map(({ id, line, problems: count }) => [id, line, count])).toEqual([
      ['a', 2, 0],
      ['a', 3, 1],
    ]);
    expect(problems).toMatchObject([{ line: 3, message: 'id "a" is already used in line 2' }]);
  });
});

describe('the range of a problem', () => {
  const underlined = (text: string): string[] => checkText(text).problems.map(({ from, to }) => text.slice(from, to));

  it('is the key for a problem of a key, and the value for one of a value', () => {
    expect(underlined('{"id":"a","inptu":"x","input":"y","timeout":"soon"}')).toEqual(['"inptu"', '"soon"']);
    expect(underlined('{"id":"a","input":"y","assert":[{"type":"regexp","value":"("}]}')).toEqual(['"regexp"']);
  });

  it('is the bracket of what should have the missing', () => {
    expect(underlined('{"id":"a"}')).toEqual(['{']);
  });

  it('is where an object is found to be broken, even behind the next object', () => {
    for (const text of brokenFurtherOn) expect(underlined(text)).toContain('}');
  });

  it('is the id for an id used twice, with the next free one as quick fix', () => {
    const text = [createSoundLine('T001'), createSoundLine('T001'), createSoundLine('T002')].join('\n');
    const [problem] = checkText(text).problems;
    expect(text.slice(problem?.from, problem?.to)).toBe('"T001"');
    const mended = applyEdits(text, problem?.fixes[0]?.edits ?? []);
    expect(checkText(mended).problems).toEqual([]);
    expect(checkText(mended).cases.map(({ id }) => id)).toEqual(['T001', 'T003', 'T002']);
  });
});

const line = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'T1', 'T2', 'c').map(createSoundLine) },
  { weight: 6, arbitrary: fc.constantFrom(...awkwardLines()) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
);
const file = fc.tuple(fc.constantFrom('', '\ufeff'), fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'));
const fileText = file.map(([mark, lines, end]) => mark + lines.join(end));

/** Each text begins with an object that the parser abandons at its first line because of text after the next object. */
const brokenFurtherOn = [
  `{\n[\n${createSoundLine('a')}\n}`,
  '{\n[\n{"id":"a","inptu":"x"}\n}',
  `{\n[\n${createSoundLine('a')}\n\n\n}`,
];

describe('whatever a file holds', () => {
  it('its problems are those of turntree lint, at the same places', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(fileText, fc.constantFrom('s.jsonl', 's.json'), (text, name) => {
        const { cases, problems, warnings } = parseCases({ text, file: name, hashOf: () => '' });
        const checked = checkText(text, name);
        const places = (list: readonly { line: number; column: number; message: string; suggestion?: string }[]) =>
          list.map(({ line: at, column, message, suggestion }) => ({ at, column, message, suggestion }));
        expect(places(checked.problems.filter(({ severity }) => severity === 'error'))).toEqual(places(problems));
        expect(places(checked.problems.filter(({ severity }) => severity === 'warning'))).toEqual(places(warnings));
        const readable = new Set(checked.cases.map(({ id, line: at }) => `${id}:${at}`));
        for (const testCase of cases) expect(readable).toContain(`${testCase.id}:${testCase.line}`);
      }),
      { numRuns: 800, examples: brokenFurtherOn.map((text) => [text, 's.jsonl']) },
    );
  });

  it('reading on after edits finds what reading anew finds', { tags: 'thorough' }, () => {
    const edit = fc.record({
      at: fc.nat(),
      length: fc.nat({ max: 40 }),
      insert: fc.oneof(line, fc.constantFrom('', '\n', '{', '}', '"', ',')),
    });
    fc.assert(
      fc.property(fileText, fc.array(edit, { minLength: 1, maxLength: 6 }), (start, edits) => {
        const going = createDocumentCheck({ file: 's.jsonl' });
        going.check(start);
        let text = start;
        for (const { at, length, insert } of edits) {
          const from = at % (text.length + 1);
          text = applyEdits(text, [{ from, to: Math.min(text.length, from + length), insert }]);
          expect(going.check(text)).toEqual(checkText(text));
        }
      }),
      { numRuns: 800 },
    );
  });

  it('every problem lies inside the text', () => {
    fc.assert(
      fc.property(fileText, (text) => {
        for (const { from, to } of checkText(text).problems) {
          expect(from).toBeLessThanOrEqual(to);
          expect(to).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });
});

function awkwardLines(): string[] {
  return [
    '',
    '// a comment',
    '# not one',
    '{',
    '  "id": "m",',
    '  // inside }',
    '  "input": "x"',
    '}',
    '{"id":"s","input":"x"} {"id":"t"}',
    '{"id":"r","input":"x","input":"y"}',
    '{"id":"k","inptu":"x"}',
    '{"id":"v","Input":"x","assertions":[{"type":"regex","value":"("}]}',
    '{"id":"w","input":"x","simulator":"s","max_turns":3}',
    '{"id":"d","checkpoints":[{"id":"p","assert":{"type":"contains","value":"y"},"after":["q"]}]}',
    '{"id":"u","input":"half',
    '{"id":"n","input":[{"role":"user","content":[{"type":"image","url":"file://a.png"}]}]}',
    '{"id":"z","input":"x",}',
    '{"id":"y" "input":"x"}',
    '[{"id":"l","input":"x"}]',
    '[',
    ']',
    'foreign',
    '"text"',
    '{}',
  ];
}
