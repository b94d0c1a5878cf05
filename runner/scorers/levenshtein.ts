const MAX_CELLS = 200_000_000;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * How alike two texts are, from 0 to 1: one minus the edits that turn one into the other, over the length of the longer.
 * Lengths and edits are counted in characters as people see them. Throws when the texts are too long to compare.
 */
export function levenshteinSimilarity(left: string, right: string): number {
  if (left === right) return 1;
  const one = charactersOf(left);
  const other = charactersOf(right);
  if (one.length * other.length > MAX_CELLS) {
    throw new Error(`texts of ${one.length} and ${other.length} characters are too long for levenshtein`);
  }
  const longer = Math.max(one.length, other.length);
  return longer === 0 ? 1 : 1 - distance(one, other) / longer;
}

function charactersOf(text: string): readonly string[] {
  // One code unit is one character as long as there is nothing that could combine.
  return /^[ -~]*$/.test(text) ? text.split('') : Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** One row of the table at a time. */
function distance(one: readonly string[], other: readonly string[]): number {
  let above = Uint32Array.from({ length: other.length + 1 }, (_, column) => column);
  let row = new Uint32Array(other.length + 1);
  for (let line = 1; line <= one.length; line += 1) {
    row[0] = line;
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (one[line - 1] === other[column - 1] ? 0 : 1);
      row[column] = Math.min(replaced, (above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1);
    }
    [above, row] = [row, above];
  }
  return above[other.length] ?? 0;
}
