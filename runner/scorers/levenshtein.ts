import { editDistance } from '../values/index.ts';

const MAX_CELLS = 200_000_000;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * How alike two texts are, from 0 to 1: one minus the edits that turn one into the other, over the length of the longer.
 * Lengths and edits are counted in characters as people see them. Throws when the texts are too long to compare.
 */
export function levenshteinSimilarity(left: string, right: string): number {
  if (left === right) return 1;
  const one = splitCharacters(left);
  const other = splitCharacters(right);
  if (one.length * other.length > MAX_CELLS) {
    throw new Error(`texts of ${one.length} and ${other.length} characters are too long for levenshtein`);
  }
  const longer = Math.max(one.length, other.length);
  return longer === 0 ? 1 : 1 - editDistance(one, other) / longer;
}

function splitCharacters(text: string): readonly string[] {
  // One code unit is one character as long as there is nothing that could combine.
  return /^[ -~]*$/.test(text) ? text.split('') : Array.from(segmenter.segment(text), ({ segment }) => segment);
}
