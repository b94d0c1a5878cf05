import { computeEditDistance } from '../values/index.ts';

const MAX_CELLS = 200_000_000;

/**
 * Returns the similarity of two texts, from 0 to 1: one minus the number of edits that turn one text into the other,
 * divided by the length of the longer text. Lengths and edits are counted in characters as people see them. Throws if
 * the texts are too long to compare.
 */
export function computeLevenshteinSimilarity(left: string, right: string): number {
  if (left === right) return 1;
  const leftCharacters = splitIntoCharacters(left);
  const other = splitIntoCharacters(right);
  if (leftCharacters.length * other.length > MAX_CELLS) {
    throw new Error(`texts of ${leftCharacters.length} and ${other.length} characters are too long for levenshtein`);
  }
  const longer = Math.max(leftCharacters.length, other.length);
  return longer === 0 ? 1 : 1 - computeEditDistance(leftCharacters, other) / longer;
}

function splitIntoCharacters(text: string): readonly string[] {
  // Printable ASCII characters never combine, so each code unit is one character.
  if (/^[ -~]*$/.test(text)) return text.split('');
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
