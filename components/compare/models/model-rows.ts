import type { ModelFigures, ModelRow } from '@/lib/queries';

type CompactCell = [passed: number, judged: number, meanMs: number | null, meanCost: number | null];

/** A case with its result on each connector. Thousands of these go to the browser, so only numbers are sent. */
export type CompactRow = [caseId: string, ...cells: (CompactCell | null)[]];

export function compactRow({ caseId, cells }: ModelRow): CompactRow {
  return [
    caseId,
    ...cells.map((cell): CompactCell | null => cell && [cell.passed, cell.judged, cell.meanMs, cell.meanCost]),
  ];
}

export function toCellFigures([passed, judged, meanMs, meanCost]: CompactCell): ModelFigures {
  return { passed, judged, meanMs, meanCost };
}

/** True if the connectors that ran the case disagree on its pass rate. */
export function hasDifferentResults({ cells }: ModelRow): boolean {
  const rates = cells.filter((cell) => cell !== null).map(({ passed, judged }) => passed / judged);
  return new Set(rates).size > 1;
}
