import { abbreviateNameList } from '../values/index.ts';
import { isExcluded } from './excluded-cases.ts';
import type { CaseRow } from './run-state.ts';

type RunCase = Pick<CaseRow, 'id' | 'suiteKey' | 'setAside' | 'attempts'>;

/** A case that passed, with the parts of its definition that had no effect in any passed attempt. */
export type CaseWithUnusedParts = { row: RunCase; parts: string[] };

/**
 * Finds parts of case definitions that could be removed: a mock that was never called, a checkpoint that was never
 * needed.
 */
export function findUnusedCaseParts(rows: readonly RunCase[]): CaseWithUnusedParts[] {
  return rows.flatMap((row) => {
    if (isExcluded(row)) return [];
    const [first, ...others] = row.attempts.filter(({ status }) => status === 'passed');
    const idleParts = (first?.idle ?? []).filter((idlePart) =>
      others.every(({ idle = [] }) => idle.includes(idlePart)),
    );
    return idleParts.length === 0 ? [] : [{ row, parts: idleParts }];
  });
}

/** Describes in one line the parts of cases that could be removed; undefined if every part has an effect. */
export function describeUnusedCaseParts(rows: readonly RunCase[]): string | undefined {
  const unusedParts = findUnusedCaseParts(rows);
  if (unusedParts.length === 0) return undefined;
  return abbreviateNameList(unusedParts.map(({ row, parts }) => `${row.id} (${parts.join(', ')})`));
}
