import { describe, expect, it } from 'vitest';
import { parseJson, tryParseJson } from './json.ts';
import { findTooDeepOffset, isNestedTooDeep, MAX_LEVELS, MAX_RECORD_LEVELS } from './json-depth.ts';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('the depth of JSON', () => {
  it('is limited, in texts and in values', () => {
    expect(findTooDeepOffset(nested(MAX_LEVELS))).toBeUndefined();
    expect(isNestedTooDeep(parseJson(nested(MAX_LEVELS)))).toBe(false);
    expect(findTooDeepOffset(nested(MAX_LEVELS + 1))).toBe(MAX_LEVELS);
    expect(isNestedTooDeep(JSON.parse(nested(MAX_LEVELS + 1)))).toBe(true);
    expect(() => parseJson(nested(MAX_LEVELS + 1))).toThrow('it is nested more than 500 levels deep at position 500');
    expect(parseJson(nested(MAX_RECORD_LEVELS), MAX_RECORD_LEVELS)).toBeDefined();
  });

  it('of 100,000 levels is found out in time, whatever they are of', () => {
    const objects = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    for (const text of [nested(100_000), objects]) {
      expect(isNestedTooDeep(JSON.parse(text))).toBe(true);
      expect(tryParseJson(text)).toBeUndefined();
    }
  });

  it('counts no bracket in a text, and none that is closed', () => {
    expect(findTooDeepOffset(JSON.stringify(['"\\'.repeat(10) + '['.repeat(1_000)]))).toBeUndefined();
    expect(findTooDeepOffset(`[${Array(1_000).fill('{"a":[]}').join(',')}]`)).toBeUndefined();
  });

  it('is found behind a text that is not closed', () => {
    expect(findTooDeepOffset(`{"a": "b\n${'['.repeat(1_000)}`)).toBeDefined();
  });

  it('is endless in a value that contains itself', () => {
    const circle: unknown[] = [];
    circle.push(circle, [circle], circle);
    expect(isNestedTooDeep(circle)).toBe(true);
  });
});
