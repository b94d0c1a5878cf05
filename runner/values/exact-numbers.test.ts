import { describe, expect, it } from 'vitest';
import { listInexactNumbers } from './exact-numbers.ts';
import { parseJson, tryParseJson } from './json.ts';

describe('whole numbers in JSON', () => {
  it('are texts of their digits where JavaScript would take another number', () => {
    expect(parseJson('{"id": 9007199254740993, "list": [-9007199254740993,12345678901234567890]}')).toEqual({
      id: '9007199254740993',
      list: ['-9007199254740993', '12345678901234567890'],
    });
    expect(parseJson('9007199254740993')).toBe('9007199254740993');
    expect(parseJson('9007199254740993')).not.toEqual(parseJson('9007199254740992'));
  });

  it.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992],
    ['1700000000000000000', 1700000000000000000],
    ['1e400', Number.POSITIVE_INFINITY],
    ['0.30000000000000004', 0.30000000000000004],
    ['12345678901234567890.5', 12345678901234567000],
    ['1234567890123456789e3', 1.2345678901234568e21],
  ])('stay numbers where it is held, and where it is not whole: %s', (text, value) => {
    expect(parseJson(text)).toBe(value);
  });

  it('are looked for outside of texts, and where the JSON is sound', () => {
    const text = '{"a: 9007199254740993": "x, 9007199254740993 \\" , 9007199254740993", "b":9007199254740993}';
    expect(parseJson(text)).toEqual({
      'a: 9007199254740993': 'x, 9007199254740993 " , 9007199254740993',
      b: '9007199254740993',
    });
    expect(listInexactNumbers(text)).toEqual([{ written: '9007199254740993', offset: text.length - 17 }]);
    expect(tryParseJson('{9007199254740993: 1}')).toBeUndefined();
  });

  it('are found wherever they begin', () => {
    for (let blanks = 0; blanks < 40; blanks += 1) {
      for (const text of [
        `${' '.repeat(blanks)}9007199254740993`,
        `[1,${' '.repeat(blanks)}123456789012345, 9007199254740993 ]`,
      ]) {
        expect(listInexactNumbers(text).map(({ written }) => written)).toEqual(['9007199254740993']);
      }
    }
  });

  it('are what they were when they were written by this program', () => {
    for (const value of [1145141919810893931n, 9007199254740993n, 2n ** 63n]) {
      const number = Number(value);
      expect(parseJson(JSON.stringify([number]))).toEqual([number]);
    }
  });

  it.each(['word ', '\\" '])('are found beside a text of 12 MB of %j', (part) => {
    const text = `{"id": 9007199254740993, "text": "${part.repeat(12_000_000 / part.length)}"}`;
    expect(parseJson(text)).toMatchObject({ id: '9007199254740993' });
  });
});
