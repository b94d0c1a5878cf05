import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeEditDistance } from './edit-distance.ts';

const distance = (left: string, right: string) => computeEditDistance([...left], [...right]);

describe('the edit distance', () => {
  it.each([
    ['kitten', 'sitting', 3],
    ['flaw', 'lawn', 2],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['', '', 0],
    ['👩🚀', '👩', 1],
  ])('of %j and %j is %i', (left, right, expected) => {
    expect(distance(left, right)).toBe(expected);
  });

  it('is what its definition says, also of texts longer than a number has bits', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '👍'), maxLength: 100 });
    fc.assert(
      fc.property(text, text, (left, right) => {
        expect(distance(left, right)).toBe(byDefinition([...left], [...right]));
      }),
      { numRuns: 200 },
    );
  });

  it('of texts that share much is small', () => {
    const words = fc.array(fc.lorem({ maxCount: 1 }), { minLength: 20, maxLength: 60 });
    fc.assert(
      fc.property(words, fc.nat(), (list, wordIndex) => {
        const text = list.join(' ');
        const characterIndex = wordIndex % text.length;
        expect(distance(text, `${text.slice(0, characterIndex)}#${text.slice(characterIndex + 1)}`)).toBe(1);
        expect(distance(text, `${text.slice(0, characterIndex)}##${text.slice(characterIndex)}`)).toBe(2);
      }),
      { numRuns: 50 },
    );
  });
});

/** Computes the whole table by the definition of the distance. */
function byDefinition(left: readonly string[], right: readonly string[]): number {
  let previousRow = [0, ...right.map((_, column) => column + 1)];
  for (const [row, character] of left.entries()) {
    const currentRow = [row + 1];
    for (const [column, other] of right.entries()) {
      const replaced = (previousRow[column] ?? 0) + (character === other ? 0 : 1);
      currentRow.push(Math.min(replaced, (previousRow[column + 1] ?? 0) + 1, (currentRow[column] ?? 0) + 1));
    }
    previousRow = currentRow;
  }
  return previousRow.at(-1) ?? 0;
}
