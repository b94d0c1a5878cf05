/** What an agent looked up, and what it should have. */
export type Contexts = { retrieved: readonly string[]; reference: readonly string[] };

/** How much of the reference was found: the mean, over its texts, of the best likeness. Null where a side is empty. */
export function contextRecall({ retrieved, reference }: Contexts): number | null {
  if (retrieved.length === 0 || reference.length === 0) return null;
  const found = retrieved.map(charactersOf);
  const best = reference.map((text) => bestLikeness(charactersOf(text), found));
  return best.reduce((sum, likeness) => sum + likeness, 0) / best.length;
}

/** From 0 to 1: one minus the edit distance over the longer length. Two empty texts are alike. */
export function likeness(left: string, right: string): number {
  return likenessOf(charactersOf(left), charactersOf(right));
}

/** Characters as people count them in Unicode, not halves of them. */
function charactersOf(text: string): string[] {
  return [...text];
}

function bestLikeness(wanted: readonly string[], found: readonly (readonly string[])[]): number {
  let best = 0;
  for (const candidate of found) {
    // Texts of very different lengths cannot be alike, which is known without the work.
    if (lengthLikeness(wanted, candidate) > best) best = Math.max(best, likenessOf(wanted, candidate));
  }
  return best;
}

function lengthLikeness(left: readonly string[], right: readonly string[]): number {
  const longer = Math.max(left.length, right.length);
  return longer === 0 ? 1 : Math.min(left.length, right.length) / longer;
}

function likenessOf(left: readonly string[], right: readonly string[]): number {
  const longer = Math.max(left.length, right.length);
  return longer === 0 ? 1 : 1 - editDistance(left, right) / longer;
}

/** One row of the table of distances at a time. */
function editDistance(left: readonly string[], right: readonly string[]): number {
  const row = Uint32Array.from({ length: right.length + 1 }, (_, position) => position);
  for (const [position, character] of left.entries()) {
    let diagonal = position;
    row[0] = position + 1;
    for (let column = 1; column <= right.length; column += 1) {
      const above = row[column] ?? 0;
      const before = row[column - 1] ?? 0;
      const replaced = diagonal + (character === right[column - 1] ? 0 : 1);
      row[column] = Math.min(replaced, above + 1, before + 1);
      diagonal = above;
    }
  }
  return row[right.length] ?? 0;
}
