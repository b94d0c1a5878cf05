import { hasEnded } from './case-status.ts';
import type { RunState } from './run-state.ts';

/** Marks the unfinished attempts of an interrupted run as skipped, so that they are not displayed as running. */
export function skipUnfinishedAttempts(state: RunState): void {
  for (const [position, row] of state.rows.entries()) {
    if (row.attempts.every(({ status }) => hasEnded(status))) continue;
    state.rows[position] = {
      ...row,
      attempts: row.attempts.map((attempt) =>
        attempt.status === 'queued' || attempt.status === 'running'
          ? { ...attempt, status: 'skipped', reason: state.reason ?? state.status, phase: undefined }
          : attempt,
      ),
    };
  }
}
