const ROWS = 32;

/**
 * How many characters must be inserted, deleted or replaced to make one text of another. Works on 32 rows of the table of
 * distances at a time, each a bit of a number (Myers 1999, Hyyrö 2003): seconds become tens of milliseconds.
 */
export function editDistance(left: readonly string[], right: readonly string[]): number {
  const known = new Map<string, number>();
  const rows = numbered(left, known);
  const columns = numbered(right, known);
  // What each column adds to the one before it, along the last row that is done.
  const steps = new Int8Array(columns.length).fill(1);
  const matches = new Int32Array(known.size);
  for (let first = 0; first < rows.length; first += ROWS) {
    const block = rows.subarray(first, first + ROWS);
    for (const [row, character] of block.entries()) matches[character] = (matches[character] ?? 0) | (1 << row);
    addRows({ height: block.length, columns, matches }, steps);
    for (const character of block) matches[character] = 0;
  }
  return steps.reduce((sum, step) => sum + step, left.length);
}

/** Equal characters have equal numbers. */
function numbered(characters: readonly string[], known: Map<string, number>): Uint32Array {
  return Uint32Array.from(characters, (character) => {
    const number = known.get(character) ?? known.size;
    known.set(character, number);
    return number;
  });
}

type Block = { height: number; columns: Uint32Array; matches: Int32Array };

/** Takes the steps along the row above a block of rows, and leaves those along its last row. */
function addRows({ height, columns, matches }: Block, steps: Int8Array): void {
  const last = 1 << (height - 1);
  let [up, down] = [-1, 0];
  for (let column = 0; column < columns.length; column += 1) {
    const above = steps[column] ?? 0;
    const equal = matches[columns[column] ?? 0] ?? 0;
    const vertical = equal | down;
    const matched = above < 0 ? equal | 1 : equal;
    const horizontal = (((matched & up) + up) ^ up) | matched;
    let more = down | ~(horizontal | up);
    let less = up & horizontal;
    steps[column] = stepOf(more & last, less & last);
    more = (more << 1) | (above > 0 ? 1 : 0);
    less = (less << 1) | (above < 0 ? 1 : 0);
    up = less | ~(vertical | more);
    down = more & vertical;
  }
}

function stepOf(more: number, less: number): number {
  if (more !== 0) return 1;
  return less === 0 ? 0 : -1;
}
