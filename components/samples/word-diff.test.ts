import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordDiff } from './word-diff';

describe('the difference of two answers', () => {
  it('names the words that only one of them has', () => {
    expect(wordDiff('We have 42 users.', 'We have 43 users now.')).toEqual([
      { text: 'We have ' },
      { text: '42', only: 'left' },
      { text: '43', only: 'right' },
      { text: ' users' },
      { text: ' now', only: 'right' },
      { text: '.' },
    ]);
  });

  it('is nothing but common text for equal answers', () => {
    expect(wordDiff('1,234.5 users', '1,234.5 users')).toEqual([{ text: '1,234.5 users' }]);
    expect(wordDiff('', '')).toEqual([]);
  });

  it('gives both texts back in full', () => {
    const text = fc.array(fc.constantFrom('a', 'b', ' ', '.', 'users', '\n', '😀', '4.2'), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [left, right] = [one.join(''), other.join('')];
        const parts = wordDiff(left, right) ?? [];
        const side = (without: string) =>
          parts
            .filter(({ only }) => only !== without)
            .map((part) => part.text)
            .join('');
        expect([side('right'), side('left')]).toEqual([left, right]);
      }),
    );
  });

  it('is not sought in texts that are too long for it', () => {
    expect(wordDiff('word '.repeat(2_000), 'word')).toBeUndefined();
  });
});
