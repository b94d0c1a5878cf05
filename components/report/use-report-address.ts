import { useEffect, useLayoutEffect, useReducer } from 'react';
import { getRowStatus } from '@/lib/view/row-status';
import { type CaseStatus, caseStatuses } from '@/runner/contract';
import type { CaseRow } from '@/runner/fold';
import { getCurrentReportAddress, type ReportAddress, writeAddressToUrl } from './address';

export type ReportFilter = { q: string; status: CaseStatus | undefined };

type SelectionState = {
  chosen: ReportFilter;
  /** The positions of the open cases; `current` is the one that the URL names. */
  opened: ReadonlySet<number>;
  current: number | undefined;
  /** The case that the URL named when the report was opened. It is shown even if the filter does not match. */
  revealed: { position: number; turn?: string | undefined } | undefined;
};

type SelectionAction =
  | { type: 'choose'; chosen: ReportFilter }
  | { type: 'toggle'; position: number }
  | { type: 'follow'; address: ReportAddress; rows: readonly CaseRow[] };

/** The filter and the open cases, synchronized with the URL. */
export function useReportAddress(rows: readonly CaseRow[]) {
  const [state, dispatch] = useReducer(reduceSelection, rows, createInitialSelection);
  const { revealed } = state;
  // A layout effect, so that the URL is up to date even if the page is reloaded right after a change.
  useLayoutEffect(() => writeAddressToUrl(addressOfSelection(rows, state)), [rows, state]);
  useEffect(() => {
    const selectFromCurrentAddress = () => dispatch({ type: 'follow', address: getCurrentReportAddress(), rows });
    window.addEventListener('hashchange', selectFromCurrentAddress);
    return () => window.removeEventListener('hashchange', selectFromCurrentAddress);
  }, [rows]);
  useEffect(() => {
    if (revealed === undefined) return;
    const row = document.getElementById(rowElementId(revealed.position));
    row?.focus({ preventScroll: true });
    const turn = revealed.turn && document.querySelector(`#${caseElementId(revealed.position)} [aria-pressed=true]`);
    if (turn) turn.scrollIntoView({ block: 'center' });
    else row?.parentElement?.scrollIntoView({ block: 'start' });
  }, [revealed]);
  return { ...state, dispatch };
}

export function caseElementId(position: number): string {
  return `case-${position}`;
}

export function rowElementId(position: number): string {
  return `row-${position}`;
}

function createInitialSelection(rows: readonly CaseRow[]): SelectionState {
  const emptySelection = { chosen: { q: '', status: undefined }, opened: new Set<number>(), current: undefined };
  return reduceSelection(
    { ...emptySelection, revealed: undefined },
    { type: 'follow', address: getCurrentReportAddress(), rows },
  );
}

function reduceSelection(state: SelectionState, action: SelectionAction): SelectionState {
  switch (action.type) {
    case 'choose':
      return { ...state, chosen: action.chosen, current: undefined, revealed: undefined };
    case 'toggle':
      return toggleRow(state, action.position);
    case 'follow':
      return selectAtAddress(state, action.address, action.rows);
    default:
      action satisfies never;
      return state;
  }
}

function toggleRow(state: SelectionState, position: number): SelectionState {
  const openedRows = new Set(state.opened);
  if (openedRows.delete(position)) return { ...state, opened: openedRows, current: undefined };
  return { ...state, opened: openedRows.add(position), current: position };
}

function selectAtAddress(
  state: SelectionState,
  { q = '', status, case: id, suite, turn }: ReportAddress,
  rows: readonly CaseRow[],
): SelectionState {
  const occurs = caseStatuses.find((each) => each === status && rows.some((row) => getRowStatus(row) === each));
  const chosenFilter = { q, status: occurs };
  const position = rows.findIndex((row) => row.id === id && (suite ?? row.suiteKey) === row.suiteKey);
  if (position === -1) return { ...state, chosen: chosenFilter, current: undefined, revealed: undefined };
  return {
    chosen: chosenFilter,
    opened: new Set(state.opened).add(position),
    current: position,
    revealed: { position, turn },
  };
}

function addressOfSelection(rows: readonly CaseRow[], { chosen, current, revealed }: SelectionState): ReportAddress {
  const row = current === undefined ? undefined : rows[current];
  if (row === undefined) return chosen;
  const isAlone = rows.every((other) => other === row || other.id !== row.id);
  return {
    ...chosen,
    case: row.id,
    suite: isAlone ? undefined : row.suiteKey,
    turn: findTurnToReveal(current, revealed),
  };
}

function findTurnToReveal(position: number | undefined, revealedCase: SelectionState['revealed']): string | undefined {
  return revealedCase?.position === position ? revealedCase?.turn : undefined;
}
