import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, findEditBetween } from './text-edit.ts';

/** The characters include surrogate pairs that share their first or second code unit. */
const short = fc.string({ unit: fc.constantFrom('a', '\r\n', '"', '😀', '😁', '🤀', '\u{1fa00}') });
const long = fc.tuple(short, short).map(([left, right]) => `${'😀'.repeat(3000)}${left}${'b😁'.repeat(2000)}${right}`);

describe('the edit between two texts', () => {
  it('makes one of the other and cuts no character in half', () => {
    for (const texts of [short, long]) {
      fc.assert(
        fc.property(texts, texts, (before, after) => {
          const edit = findEditBetween(before, after);
          if (edit === undefined) {
            expect(after).toBe(before);
            return;
          }
          expect(applyEdits(before, [edit])).toBe(after);
          const parts = [before.slice(0, edit.from), before.slice(edit.from, edit.to), edit.insert];
          expect(parts.every((part) => part.isWellFormed())).toBe(true);
        }),
      );
    }
  });

  it('leaves alone what both begin and end with', () => {
    expect(findEditBetween('one two three', 'one 2 three')).toEqual({ from: 4, to: 7, insert: '2' });
    expect(findEditBetween('aa', 'aaa')).toEqual({ from: 2, to: 2, insert: 'a' });
    expect(findEditBetween('x😀y', 'x😁y')).toEqual({ from: 1, to: 3, insert: '😁' });
    expect(findEditBetween('same', 'same')).toBeUndefined();
  });
});
