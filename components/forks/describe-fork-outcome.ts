import type { ForkOfRun } from '@/lib/queries';

/** Describes the outcome of a fork, for example `4 of 5 pass`; while the fork runs, its progress. */
export function describeForkOutcome({
  status,
  passed,
  judged,
  attempts,
}: Omit<ForkOfRun, 'runId' | 'suiteKey' | 'caseId'>): string {
  if (status === 'running') return `${passed} of ${judged} pass so far, ${attempts - judged} to go`;
  return judged === 0 ? `nothing was judged: ${status}` : `${passed} of ${judged} pass`;
}
