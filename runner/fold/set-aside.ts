import type { CaseResult } from '../contract/index.ts';
import { namesInShort, plural } from '../values/index.ts';
import { hasEnded, isBroken, isFailing, isJudged, summarizeStatuses } from './case-status.ts';
import type { CaseRow } from './run-state.ts';

type ExcludableRow = Pick<CaseRow, 'id' | 'setAside' | 'attempts'>;

/** It is quarantined, or failed as expected: it is shown, and nothing hangs on it. An error is not what was expected. */
export function isSetAside({ setAside, attempts }: Pick<CaseRow, 'setAside' | 'attempts'>): boolean {
  return setAside === 'quarantine' || (setAside === 'expect_fail' && !attempts.some(({ status }) => isBroken(status)));
}

/** Why the case of an attempt is set aside; nothing for one that only repeats a case. */
export function setAsideOfCase(reason: CaseResult['setAside'] | null): CaseRow['setAside'] {
  return reason === 'repeat' || reason === null ? undefined : reason;
}

/** The cases of a run that nothing hangs on, in words, or nothing without any: every output says the same. */
export function setAsideText(rows: readonly ExcludableRow[]): string | undefined {
  const quarantined = rows.filter(({ setAside }) => setAside === 'quarantine');
  const expected = rows.filter((row) => row.setAside === 'expect_fail' && isSetAside(row));
  const passed = expected.filter(hasPassed);
  const parts = [
    ...(quarantined.length === 0 ? [] : [`${quarantined.length} quarantined${describeOutcomes(quarantined)}`]),
    ...(expected.length === 0 ? [] : [`${plural(expected.length, 'expected failure')}${describeOutcomes(expected)}`]),
    ...(passed.length === 0
      ? []
      : [`${plural(passed.length, 'expected failure')} passed: ${namesInShort(passed.map(caseLabel))}`]),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

function hasPassed({ attempts }: ExcludableRow): boolean {
  return attempts.some(({ status }) => status === 'passed');
}

function describeOutcomes(rows: readonly ExcludableRow[]): string {
  const statuses = rows.map(({ attempts }) => summarizeStatuses(attempts.map(({ status }) => status).filter(hasEnded)));
  const failed = statuses.filter((status) => status === 'failed').length;
  const broken = statuses.filter((status) => isFailing(status)).length - failed;
  const parts = [...(failed === 0 ? [] : [`${failed} failed`]), ...(broken === 0 ? [] : [plural(broken, 'error')])];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function caseLabel({ id, attempts }: ExcludableRow): string {
  const judged = attempts.filter(({ status }) => isJudged(status));
  const passed = judged.filter(({ status }) => status === 'passed').length;
  return passed === judged.length ? id : `${id} (${passed} of ${judged.length})`;
}
