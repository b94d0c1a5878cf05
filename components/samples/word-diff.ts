export type DiffPart = { text: string; only?: 'left' | 'right' };

const MOST_WORDS = 1_500;

/**
 * What two texts have in common, word by word, and what only one of them has. Joined without the parts that are only
 * on the right it is the left text, and the other way round. Nothing for texts too long to compare quickly.
 */
export function wordDiff(left: string, right: string): DiffPart[] | undefined {
  const a = wordsOf(left);
  const b = wordsOf(right);
  if (a.length > MOST_WORDS || b.length > MOST_WORDS) return undefined;
  const lengths = commonLengths(a, b);
  const parts: DiffPart[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      parts.push({ text: a[i] ?? '' });
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && lengthAt(lengths, i + 1, j) >= lengthAt(lengths, i, j + 1))) {
      parts.push({ text: a[i] ?? '', only: 'left' });
      i += 1;
    } else {
      parts.push({ text: b[j] ?? '', only: 'right' });
      j += 1;
    }
  }
  return joined(parts);
}

/** Words, the space between them, and signs, so that a comma more does not change the word before it. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+(?:[.,'’-][\p{L}\p{N}_]+)*|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

/** For each place in both lists, how many words the rests have in common. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = rows[i];
      if (row === undefined) continue;
      row[j] =
        a[i] === b[j] ? lengthAt(rows, i + 1, j + 1) + 1 : Math.max(lengthAt(rows, i + 1, j), lengthAt(rows, i, j + 1));
    }
  }
  return rows;
}

function lengthAt(rows: readonly Uint16Array[], i: number, j: number): number {
  return rows[i]?.[j] ?? 0;
}

function joined(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last !== undefined && last.only === part.only) last.text += part.text;
    else result.push({ ...part });
  }
  return result;
}
