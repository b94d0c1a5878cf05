import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type Json } from '../values/index.ts';
import { extractJson } from './extract-json.ts';

describe('extractJson', () => {
  it.each<[string, Json]>([
    ['{"a":1}', { a: 1 }],
    ['  [1, 2]\n', [1, 2]],
    ['Here:\n```json\n{"a":1}\n```\nand {"b":2}', { a: 1 }],
    ['{"b":2} and ```json\n{"a":1}\n```', { a: 1 }],
    ['```\n{"a":1}\n```', { a: 1 }],
    ['```json\n{"a":1}', { a: 1 }],
    ['```text\nhi\n``` {"a":1}', { a: 1 }],
    ['Sure! {"a":{"b":[1,"}"]}} ok?', { a: { b: [1, '}'] } }],
    ['a {name} and {"a":1}', { a: 1 }],
    ['use {" to open {"a":1}', { a: 1 }],
    ['[see below] {"a":1}', { a: 1 }],
    ['{"a": oops, "b": {"c": 1}} rest', { c: 1 }],
    ['[[[ {"a":1} ', { a: 1 }],
    ['{"a":1}\n{"b":2}', { a: 1 }],
    ['say "{" then {"a":"\\"{"}', { a: '"{' }],
  ])('finds JSON in %j', (text, value) => {
    expect(extractJson(text)).toEqual(value);
  });

  it.each([
    '',
    'no json',
    '42',
    'null',
    '"text"',
    '{name}',
    "{'a':1}",
    '{"a":1,}',
    '[1,2',
    '{"a":"line\nbreak"}',
    'a: 1',
  ])('finds nothing in %j', (text) => {
    expect(extractJson(text)).toBeUndefined();
  });

  it('passes over what is not wanted', () => {
    const isVerdict = (value: Json): boolean => isJsonObject(value) && 'passed' in value;
    expect(extractJson('In [1] and {"x":1}: {"passed":true}', isVerdict)).toEqual({ passed: true });
    expect(extractJson('{"x":{"passed":true}}', isVerdict)).toBeUndefined();
  });

  it('finds any object or list in any prose without brackets', () => {
    const prose = fc.string({ unit: fc.constantFrom('a', ' ', '.', ':', '"', "'", '}', ']', '\n', 'ü') });
    const value = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
    fc.assert(
      fc.property(prose, value, prose, (before, expected, after) => {
        const text = `${before}\n${JSON.stringify(expected)}${after}`;
        expect(extractJson(text)).toEqual(JSON.parse(JSON.stringify(expected)));
      }),
    );
  });

  it('answers for any text', () => {
    const part = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '1',
      'true',
      '\\',
      ' ',
      '\n',
      '```',
      'json',
      '{"a":',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const extractedJson = extractJson(parts.join(''));
        expect(extractedJson === undefined || typeof extractedJson === 'object').toBe(true);
      }),
    );
  });

  it.each([
    ['opened lists', '['],
    ['opened objects', '{"a":'],
    ['opened lists of texts', '["'],
    ['quotes inside objects', '{"\\"'],
    ['short lists', '[1] '],
    ['lists in an open list', '[[1],'],
    ['fences', '```'],
    ['escapes', '{"\\\\'],
    ['broken members', '{"a":1 '],
  ])('takes no more than a few passes over hostile text: %s', { tags: 'thorough' }, (_, unit) => {
    const text = unit.repeat(200_000);
    const never = (): boolean => false;
    expect(extractJson(text, never)).toBeUndefined();
  });
});
