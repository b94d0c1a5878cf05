import { useState } from 'react';

/** The keys of the ticked cases, and the ids of the runs in the ticked columns. */
export type MatrixSelection = {
  rows: ReadonlySet<string>;
  columns: ReadonlySet<string>;
  onRows: (keys: readonly string[], isTicked: boolean) => void;
  onColumn: (runId: string, isTicked: boolean) => void;
};

/**
 * Returns the ticked cases and columns. All columns are ticked at first, because users usually run cases again in all
 * of them.
 */
export function useMatrixSelection(runIds: readonly string[]): MatrixSelection {
  const [rows, setRows] = useState<ReadonlySet<string>>(new Set());
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set());
  return {
    rows,
    columns: new Set(runIds.filter((runId) => !unticked.has(runId))),
    onRows: (keys, isTicked) => setRows((before) => addOrRemoveKeys(before, keys, isTicked)),
    onColumn: (runId, isTicked) => setUnticked((before) => addOrRemoveKeys(before, [runId], !isTicked)),
  };
}

function addOrRemoveKeys(before: ReadonlySet<string>, keys: readonly string[], added: boolean): ReadonlySet<string> {
  const after = new Set(before);
  for (const key of keys) {
    if (added) after.add(key);
    else after.delete(key);
  }
  return after;
}
