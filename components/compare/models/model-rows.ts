import type { ModelFigures, ModelRow } from '@/lib/queries';

type CompactCell = [passed: number, judged: number, meanMs: number | null, meanCost: number | null];

/** A case and what became of it on each connector. Thousands of these go to the browser: only their numbers do. */
export type CompactRow = [caseId: string, ...cells: (CompactCell | null)[]];

export function compactRow({ caseId, cells }: ModelRow): CompactRow {
  return [
    caseId,
    ...cells.map((cell): CompactCell | null => cell && [cell.passed, cell.judged, cell.meanMs, cell.meanCost]),
  ];
}

export function figuresIn([passed, judged, meanMs, meanCost]: CompactCell): ModelFigures {
  return { passed, judged, meanMs, meanCost };
}

/** The connectors that ran it do not agree on its rate. */
export function differs({ cells }: ModelRow): boolean {
  const rates = cells.filter((cell) => cell !== null).map(({ passed, judged }) => passed / judged);
  return new Set(rates).size > 1;
}
