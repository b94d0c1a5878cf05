import { expect, it } from 'vitest';
import { readDocument } from './read-document.ts';

const value = { cases: [{ id: 'a', turns: [{ text: 'x' }, { text: 'y' }] }, { id: 'b' }], last: true };

it.each([
  ['JSON', JSON.stringify(value, null, 2)],
  ['JSON with tabs and a mark', `\uFEFF${JSON.stringify(value, null, '\t')}`],
  ['YAML', 'cases:\n  - id: a\n    turns:\n      - text: x\n      - text: y\n  - id: b\nlast: true\n'],
])('a document knows the lines of its values: %s', (_what, text) => {
  const read = readDocument({ text, file: 'a' });
  if (!read.ok) throw new Error(read.problems);
  expect(read.value).toEqual(value);
  const lines = text.split('\n');
  const lineOf = (path: (string | number)[]) => lines[read.lineOf(path) - 1];
  expect(lineOf(['cases', 0, 'turns', 1, 'text'])).toContain('y');
  expect(lineOf(['cases', 1, 'id'])).toContain('b');
  expect(lineOf(['last'])).toContain('last');
  expect(read.lineOf(['cases', 0, 'turns', 1, 'lacks'])).toBe(read.lineOf(['cases', 0, 'turns', 1]));
  expect(read.lineOf(['cases', 7])).toBe(read.lineOf(['cases']));
  expect(read.lineOf(['nothing'])).toBe(1);
});

it('a document that is broken has its place', () => {
  expect(readDocument({ text: '{"a": [1,\n}', file: 'a.json' })).toMatchObject({
    ok: false,
    line: 2,
    problems: expect.stringMatching(/^a\.json:2:/),
  });
});
