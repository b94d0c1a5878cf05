import type { Phase } from '@/runner/contract';
import type { WaitPeriod } from '@/runner/fold';

/** The milliseconds of a turn that were spent waiting; `phase` tells for what, such as the agent or a judge. */
export type WaitingTime = { turn: number; phase: Phase; ms: number };

/** How the time of an attempt was spent: `parts` in chronological order, `totals` by phase with the longest first. */
export type TimeShares = { totalMs: number; parts: WaitingTime[]; totals: WaitingTime[] };

/**
 * The maximum number of segments in the bar. More segments would be too narrow to tell apart, so the totals of the
 * phases are drawn instead.
 */
const MAX_PARTS = 120;

export function computeTimeShares(waits: readonly WaitPeriod[]): TimeShares {
  const all = waits.flatMap(({ turn, phase, startedAt, endedAt }) =>
    endedAt === undefined ? [] : [{ turn, phase, ms: endedAt - startedAt }],
  );
  const totals = sumWaitsByPhase(all);
  return {
    totalMs: totals.reduce((sum, { ms }) => sum + ms, 0),
    parts: all.length > MAX_PARTS ? totals : mergeConsecutiveWaits(all),
    totals,
  };
}

/** Merges consecutive waits of the same phase in the same turn, for example for several judges. */
function mergeConsecutiveWaits(waits: readonly WaitingTime[]): WaitingTime[] {
  const result: WaitingTime[] = [];
  for (const wait of waits) {
    const last = result.at(-1);
    if (last?.turn === wait.turn && last.phase === wait.phase) last.ms += wait.ms;
    else result.push({ ...wait });
  }
  return result;
}

/** Adds up the waits of each phase. The `turn` of a total is the turn that contains the longest wait. */
function sumWaitsByPhase(waits: readonly WaitingTime[]): WaitingTime[] {
  const totals = new Map<Phase, WaitingTime & { longest: number }>();
  for (const { turn, phase, ms } of waits) {
    const total = totals.get(phase) ?? { turn, phase, ms: 0, longest: -1 };
    const longer = ms > total.longest;
    totals.set(phase, {
      phase,
      ms: total.ms + ms,
      turn: longer ? turn : total.turn,
      longest: Math.max(ms, total.longest),
    });
  }
  return [...totals.values()]
    .map(({ turn, phase, ms }) => ({ turn, phase, ms }))
    .toSorted((one, other) => other.ms - one.ms);
}
