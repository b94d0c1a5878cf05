import type { RunOutcome } from './event.ts';
import { type Counts, passRate } from './summary.ts';

export type Verdict = { outcome: RunOutcome; exitCode: number; reason: string };

/** The signal that ended a run, when one did: SIGINT and SIGTERM have exit codes of their own. */
export type StopSignal = 'SIGINT' | 'SIGTERM';

/**
 * What a finished run means for whoever waits for its exit code: 0 when something was judged and nothing went wrong,
 * 1 for anything else, 130 and 143 after SIGINT and SIGTERM.
 */
export function verdictOf(counts: Counts, cancelled: boolean, signal?: StopSignal): Verdict {
  if (cancelled) return { outcome: 'cancelled', exitCode: signal === 'SIGTERM' ? 143 : 130, reason: 'cancelled' };
  const bad = [
    phrase(counts.failed, 'failed', 'failed'),
    phrase(counts.error, 'error', 'errors'),
    phrase(counts.timeout, 'timeout', 'timeouts'),
  ].filter((part) => part !== '');
  if (bad.length > 0) return { outcome: 'failed', exitCode: 1, reason: bad.join(', ') };
  if (passRate(counts) === null) return { outcome: 'failed', exitCode: 1, reason: 'nothing was run' };
  return { outcome: 'passed', exitCode: 0, reason: 'all passed' };
}

function phrase(count: number, one: string, many: string): string {
  if (count === 0) return '';
  return `${count} ${count === 1 ? one : many}`;
}
