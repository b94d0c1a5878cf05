import type { AttemptRow, CaseRow } from '../../runner/fold/index.ts';
import { isUnsuccessful, isUnsuccessfulRow, rowKey } from './row-status.ts';

/**
 * Returns the key of the case to show until the user selects one. During the run, this is a running case until it ends;
 * afterwards, the first case that did not pass. `currentKey` is the case that the page shows now.
 */
export function selectNextAutoSelection(rows: readonly CaseRow[], currentKey: string | undefined): string | undefined {
  const currentRow = rows.find((row) => rowKey(row) === currentKey);
  if (currentRow !== undefined && isRunning(currentRow)) return currentKey;
  const running = rows.find(isRunning);
  if (running !== undefined) return rowKey(running);
  const isOver = rows.every(({ attempts }) => attempts.every(({ status }) => status !== 'queued'));
  const isWorth = currentRow !== undefined && (isUnsuccessfulRow(currentRow) || !isOver);
  const badRow = rows.find((row) => isUnsuccessfulRow(row));
  const next = isWorth ? currentRow : (badRow ?? currentRow ?? rows[0]);
  return next === undefined ? undefined : rowKey(next);
}

function isRunning({ attempts }: CaseRow): boolean {
  return attempts.some(({ status }) => status === 'running');
}

/** Returns the attempt to show first: a running one, otherwise the first that did not pass, otherwise the first. */
export function chooseDefaultAttempt(row: { attempts: readonly Pick<AttemptRow, 'attempt' | 'status'>[] }): number {
  const badAttempt = row.attempts.find(({ status }) => isUnsuccessful(status));
  const running = row.attempts.find(({ status }) => status === 'running');
  return (running ?? badAttempt ?? row.attempts[0])?.attempt ?? 1;
}
