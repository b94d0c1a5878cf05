/** The rows of a list that are unfolded, by index. */
export type OpenRows = ReadonlySet<number>;

export function toggleRow(open: OpenRows, index: number): OpenRows {
  return open.has(index) ? new Set([...open].filter((other) => other !== index)) : new Set([...open, index]);
}

/** Keeps the same rows unfolded after one was inserted, which is unfolded, too. */
export function insertRow(open: OpenRows, index: number): OpenRows {
  return new Set([...[...open].map((other) => (other >= index ? other + 1 : other)), index]);
}

/** Keeps the same rows unfolded after one was removed. */
export function removeRow(open: OpenRows, index: number): OpenRows {
  return new Set([...open].filter((other) => other !== index).map((other) => (other > index ? other - 1 : other)));
}
