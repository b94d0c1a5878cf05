import type { Counts } from '../contract/index.ts';
import { hasEnded } from './case-status.ts';
import { countAttempts } from './counts.ts';
import type { CaseRow } from './run-state.ts';

/**
 * Counts the attempts of a case by status. Excluded attempts are counted separately; queued and running attempts count
 * as skipped.
 */
export function countAttemptsOfRow({ attempts }: Pick<CaseRow, 'attempts'>): Counts {
  return countAttempts(
    attempts.map(({ status, setAside }) => ({ status: hasEnded(status) ? status : 'skipped', setAside })),
  );
}
