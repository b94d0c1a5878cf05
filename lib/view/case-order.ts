import type { CaseRow, RunState } from '../../runner/fold/index.ts';
import { type CaseFilterData, createCaseFilter } from './case-filter.ts';
import { getRowStatus, isUnsuccessfulRow } from './row-status.ts';

export type CaseListItem =
  | { type: 'suite'; suiteKey: string; passed: number; total: number }
  | { type: 'case'; row: CaseRow };

/**
 * Returns the cases of a run in the order of the case list: grouped by suite, and within a suite failed cases first,
 * then the others in the order of the file.
 */
export function orderCases(state: RunState, filter: string, annotations?: CaseFilterData): CaseListItem[] {
  const rows = state.rows.filter(createCaseFilter(filter, annotations));
  if (state.suites.length < 2) return sortFailedFirst(rows).map(createCaseItem);
  const groups = Map.groupBy(rows, (row) => row.suiteKey);
  return [...groups].flatMap(([suiteKey, group]) => [
    createSuiteHeading(suiteKey, group),
    ...sortFailedFirst(group).map(createCaseItem),
  ]);
}

export function listCaseRows(items: readonly (CaseListItem | undefined)[]): CaseRow[] {
  return items.flatMap((item) => (item?.type === 'case' ? [item.row] : []));
}

function sortFailedFirst(rows: readonly CaseRow[]): CaseRow[] {
  const badRows: CaseRow[] = [];
  const others: CaseRow[] = [];
  for (const row of rows) (isUnsuccessfulRow(row) ? badRows : others).push(row);
  return [...badRows, ...others];
}

function createSuiteHeading(suiteKey: string, rows: readonly CaseRow[]): CaseListItem {
  const passed = rows.filter((row) => getRowStatus(row) === 'passed').length;
  return { type: 'suite', suiteKey, passed, total: rows.length };
}

function createCaseItem(row: CaseRow): CaseListItem {
  return { type: 'case', row };
}
