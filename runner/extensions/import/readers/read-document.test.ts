import { expect, it } from 'vitest';
import { parseDocument } from './read-document.ts';

const value = { cases: [{ id: 'a', turns: [{ text: 'x' }, { text: 'y' }] }, { id: 'b' }], last: true };

it.each([
  ['JSON', JSON.stringify(value, null, 2)],
  ['JSON with tabs and a mark', `\uFEFF${JSON.stringify(value, null, '\t')}`],
  ['YAML', 'cases:\n  - id: a\n    turns:\n      - text: x\n      - text: y\n  - id: b\nlast: true\n'],
])('a document knows the lines of its values: %s', (_what, text) => {
  const document = parseDocument({ text, file: 'a' });
  if (!document.ok) throw new Error(document.problems);
  expect(document.value).toEqual(value);
  const lines = text.split('\n');
  const lineAt = (path: (string | number)[]) => lines[document.lineOf(path) - 1];
  expect(lineAt(['cases', 0, 'turns', 1, 'text'])).toContain('y');
  expect(lineAt(['cases', 1, 'id'])).toContain('b');
  expect(lineAt(['last'])).toContain('last');
  expect(document.lineOf(['cases', 0, 'turns', 1, 'lacks'])).toBe(document.lineOf(['cases', 0, 'turns', 1]));
  expect(document.lineOf(['cases', 7])).toBe(document.lineOf(['cases']));
  expect(document.lineOf(['nothing'])).toBe(1);
});

it('a document that is broken has its place', () => {
  expect(parseDocument({ text: '{"a": [1,\n}', file: 'a.json' })).toMatchObject({
    ok: false,
    line: 2,
    problems: expect.stringMatching(/^a\.json:2:/),
  });
});
