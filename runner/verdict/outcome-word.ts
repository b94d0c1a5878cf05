import type { CaseStatus } from '../contract/index.ts';
import { hasStoppedEarly, type RunStatus } from '../fold/index.ts';
import { statusWordAndTone } from './status-words.ts';

/** Returns the display name of a status. In a stopped run, skipped attempts are shown as not run. */
export function formatOutcomeWord(status: CaseStatus, run: { status: RunStatus }): string {
  return status === 'skipped' && hasStoppedEarly(run) ? 'Not run' : statusWordAndTone[status].word;
}
