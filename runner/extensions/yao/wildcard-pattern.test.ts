import { describe, expect, it } from 'vitest';
import { createWildcardMatcher } from './wildcard-pattern.ts';

const like = (pattern: string) =>
  createWildcardMatcher(pattern, { wildcards: { '%': '.*', _: '.' }, ignoreCase: true });
const keys = (pattern: string) => createWildcardMatcher(pattern, { wildcards: { '*': '.*' } });

describe('a pattern with wildcards', () => {
  it.each([
    ['a%c', 'AbbbC', true],
    ['a_c', 'abc', true],
    ['a_c', 'abbc', false],
    ['%', '', true],
    ['a%', 'a\nb', true],
    ['1.5 (x)-[y]', '1.5 (x)-[y]', true],
    ['1.5', '1x5', false],
    ['é\u{1f600}%', 'é\u{1f600}', true],
  ])('%j is like %j: %s', (pattern, text, expected) => expect(like(pattern)(text)).toBe(expected));

  it('takes case and other wildcards as they are', () => {
    expect([keys('user:*:name')('user:1:name'), keys('A*')('ab'), keys('a_%')('abc')]).toEqual([true, false, false]);
  });

  it('takes time linear in the text, however many wildcards it has', () => {
    expect(keys(`${'*a'.repeat(40)}b`)('a'.repeat(5_000))).toBe(false);
  });
});
