import type { LimitSharingState } from './messages.ts';
import type { WorkerState } from './worker-roster.ts';

/**
 * Returns a function that decides which workers share the limits of connectors. `maxSharers` is the maximum number of
 * workers; undefined if no connector limits the number of concurrent calls.
 */
export function createLimitSharingCoordinator(
  maxSharers: number | undefined,
): (seenWorkers: readonly WorkerState[]) => LimitSharingState {
  const startedIds = new Set<string>();
  let workers: string[] = [];
  let round = 0;
  let isAgreed = false;
  // A worker that was never allowed to start makes no calls, so the other workers need not wait for its confirmation of
  // the round.
  const respectsRoundLimits = ({ id, kept }: WorkerState): boolean => kept === round || !startedIds.has(id);
  return (seenWorkers) => {
    const sharers = seenWorkers.slice(0, maxSharers);
    const ids = sharers.map(({ id }) => id);
    if (ids.join() !== workers.join()) {
      workers = ids;
      round += 1;
      isAgreed = false;
    }
    isAgreed ||= maxSharers === undefined || sharers.every(respectsRoundLimits);
    if (isAgreed) for (const id of ids) startedIds.add(id);
    return { workers, round, isAgreed };
  };
}
