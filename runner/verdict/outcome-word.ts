import type { CaseStatus } from '../contract/index.ts';
import { type RunStatus, wasStopped } from '../fold/index.ts';
import { statusWords } from './status-words.ts';

/** The word for attempts with this result in a run: a stopped run did not run what it skipped. */
export function wordForOutcome(status: CaseStatus, run: { status: RunStatus }): string {
  return status === 'skipped' && wasStopped(run) ? 'Not run' : statusWords[status].word;
}
