import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tryParseJson } from '../../../values/index.ts';
import { parseJsonList } from './json-list.ts';

const piece = fc.constantFrom(
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"list"',
  '"a"',
  '1',
  ' ',
  '\n',
  'true',
  '-2.5e3',
  '-',
  '0.',
  '"\\""',
);

it('has the items of a list, and the object around them', () => {
  const text = '\uFEFF{\n "list": [{"a": [1, "]"]},\n "x", null, 3],\n "more": {"list": [1]}\n}';
  const list = parseJsonList(text, 'list');
  expect(list?.frame).toEqual({ list: [null, null, null, null], more: { list: [1] } });
  expect([...(list?.items() ?? [])]).toEqual([{ a: [1, ']'] }, 'x', null, 3]);
  expect([list?.lineOf(['list', 1]), list?.lineOf(['more', 'list'])]).toEqual([3, 4]);
});

it.each([
  ['{"list": []}', []],
  ['{"list": [1], "list": [2]}', [2]],
])('reads %s as JSON is read', (text, items) => {
  expect([...(parseJsonList(text, 'list')?.items() ?? [])]).toEqual(items);
});

it.each([
  '[1]',
  'list: [1]',
  '{"list": 1}',
  '{"list": [1 2]}',
  '{"list": [1"x"]}',
  '{"list": [-"x"]}',
  '{"list": [0."x"]}',
  '{"list": ["x"1]}',
  '{"list": [1,]}',
  '{"list": [{"a": 1,}]}',
  '{"list": [1]} x',
  '{"list": [1',
  '{"list": [1, 2], "list": [1]}',
])('leaves %s to others', (text) => {
  expect(parseJsonList(text, 'list')).toBeUndefined();
});

it('is never read where the whole is not JSON, and has then what the whole has', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = `{"list": [${pieces.join('')}`;
      const list = parseJsonList(text, 'list');
      if (list === undefined) return;
      expect(tryParseJson(text)).toEqual({ ...list.frame, list: [...list.items()] });
    }),
    { numRuns: 2_000 },
  );
});
