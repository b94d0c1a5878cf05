/** The indexes of the expanded rows of a list. */
export type ExpandedRows = ReadonlySet<number>;

export function toggleExpandedRow(open: ExpandedRows, index: number): ExpandedRows {
  return open.has(index) ? new Set([...open].filter((other) => other !== index)) : new Set([...open, index]);
}

/** Adjusts the indexes after a row was inserted. The new row is expanded. */
export function expandInsertedRow(open: ExpandedRows, index: number): ExpandedRows {
  return new Set([...[...open].map((other) => (other >= index ? other + 1 : other)), index]);
}

/** Adjusts the indexes after a row was removed. */
export function removeExpandedRow(open: ExpandedRows, index: number): ExpandedRows {
  return new Set([...open].filter((other) => other !== index).map((other) => (other > index ? other - 1 : other)));
}
