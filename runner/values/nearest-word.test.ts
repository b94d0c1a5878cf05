import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findNearestWord } from './nearest-word.ts';

const keys = ['id', 'input', 'assert', 'expected', 'timeout', 'metadata', 'max_turns'];

describe('nearest', () => {
  it.each([
    ['asert', 'assert'],
    ['assret', 'assert'],
    ['timout', 'timeout'],
    ['Input', 'input'],
    ['maxturns', 'max_turns'],
    ['max_turn', 'max_turns'],
    ['meta_data', 'metadata'],
  ])('takes %s for %s', (word, expected) => {
    expect(findNearestWord(word, keys)).toBe(expected);
  });

  it.each(['description', 'zzz', '', 'something_else'])('finds nothing like %j', (word) => {
    expect(findNearestWord(word, keys)).toBeUndefined();
  });

  it('finds nothing that has no letter in common', () => {
    expect(findNearestWord('x', ['a', 'b'])).toBeUndefined();
  });

  it('finds nothing among nothing', () => {
    expect(findNearestWord('input', [])).toBeUndefined();
  });

  it('always finds the word itself', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, selector: lower }), (words) => {
        const word = words[0] ?? '';
        expect(findNearestWord(word, words)).toBe(word);
      }),
    );
  });
});

function lower(text: string): string {
  return text.toLowerCase();
}
