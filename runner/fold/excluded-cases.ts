import type { CaseResult } from '../contract/index.ts';
import { abbreviateNameList, formatCountWithNoun } from '../values/index.ts';
import { hasEnded, hasEndedWithoutVerdict, isFailing, isJudged, summarizeStatuses } from './case-status.ts';
import type { CaseRow } from './run-state.ts';

type ExcludableRow = Pick<CaseRow, 'id' | 'setAside' | 'attempts'>;

/**
 * Returns true for a case that is quarantined or was expected to fail: it is shown, but does not affect the result of
 * the run. If an attempt of a case that was expected to fail had an error or timed out, the case is not excluded.
 */
export function isExcluded({ setAside, attempts }: Pick<CaseRow, 'setAside' | 'attempts'>): boolean {
  return (
    setAside === 'quarantine' ||
    (setAside === 'expect_fail' && !attempts.some(({ status }) => hasEndedWithoutVerdict(status)))
  );
}

/**
 * Returns why the case of an attempt is excluded. Undefined if only this attempt is excluded, because it repeats the
 * case.
 */
export function toExclusionOfCase(reason: CaseResult['setAside'] | null): CaseRow['setAside'] {
  return reason === 'repeat' || reason === null ? undefined : reason;
}

/**
 * Describes the cases of a run that do not affect its result; undefined if there are none. All outputs use this text.
 */
export function describeExcluded(rows: readonly ExcludableRow[]): string | undefined {
  const quarantined = rows.filter(({ setAside }) => setAside === 'quarantine');
  const expected = rows.filter((row) => row.setAside === 'expect_fail' && isExcluded(row));
  const passed = expected.filter(hasPassed);
  const sound = quarantined.filter(hasAlwaysPassed);
  const textParts = [
    ...(quarantined.length === 0 ? [] : [`${quarantined.length} quarantined${describeOutcomes(quarantined)}`]),
    ...(sound.length === 0
      ? []
      : [
          `${formatCountWithNoun(sound.length, 'quarantined case')} passed: ${abbreviateNameList(sound.map(({ id }) => id))}`,
        ]),
    ...(expected.length === 0
      ? []
      : [`${formatCountWithNoun(expected.length, 'expected failure')}${describeOutcomes(expected)}`]),
    ...(passed.length === 0
      ? []
      : [
          `${formatCountWithNoun(passed.length, 'expected failure')} passed: ${abbreviateNameList(passed.map(formatCaseWithPassShare))}`,
        ]),
  ];
  return textParts.length === 0 ? undefined : textParts.join(', ');
}

/** Returns the ids of cases that are expected to fail but passed in every attempt. */
export function findPassedExpectedFailures(rows: readonly ExcludableRow[]): string[] {
  return rows.filter((row) => row.setAside === 'expect_fail' && hasAlwaysPassed(row)).map(({ id }) => id);
}

function hasPassed({ attempts }: ExcludableRow): boolean {
  return attempts.some(({ status }) => status === 'passed');
}

/** Returns true if all judged attempts of an excluded case passed, so that the exclusion can be removed. */
function hasAlwaysPassed({ attempts }: ExcludableRow): boolean {
  const judgedAttempts = attempts.filter(({ status }) => isJudged(status));
  return judgedAttempts.length > 0 && judgedAttempts.every(({ status }) => status === 'passed');
}

function describeOutcomes(rows: readonly ExcludableRow[]): string {
  const statuses = rows.map(({ attempts }) => summarizeStatuses(attempts.map(({ status }) => status).filter(hasEnded)));
  const failed = statuses.filter((status) => status === 'failed').length;
  const broken = statuses.filter((status) => isFailing(status)).length - failed;
  const textParts = [
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(broken === 0 ? [] : [formatCountWithNoun(broken, 'error')]),
  ];
  return textParts.length === 0 ? '' : ` (${textParts.join(', ')})`;
}

function formatCaseWithPassShare({ id, attempts }: ExcludableRow): string {
  const judgedAttempts = attempts.filter(({ status }) => isJudged(status));
  const passed = judgedAttempts.filter(({ status }) => status === 'passed').length;
  return passed === judgedAttempts.length ? id : `${id} (${passed} of ${judgedAttempts.length})`;
}
