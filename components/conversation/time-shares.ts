import type { Phase } from '@/runner/contract';
import type { Wait } from '@/runner/fold';

/** A part of the time of an attempt: who was waited for, in which turn, and how long. */
export type TimePart = { turn: number; phase: Phase; ms: number };

/** The time of an attempt in the order it was waited, and summed up by who was waited for, the longest first. */
export type TimeShares = { totalMs: number; parts: TimePart[]; totals: TimePart[] };

/** More parts than this could not be told apart: they are summed up then. */
const MOST_PARTS = 120;

export function timeShares(waits: readonly Wait[]): TimeShares {
  const all = waits.flatMap(({ turn, phase, startedAt, endedAt }) =>
    endedAt === undefined ? [] : [{ turn, phase, ms: endedAt - startedAt }],
  );
  const totals = totalsByPhase(all);
  return {
    totalMs: totals.reduce((sum, { ms }) => sum + ms, 0),
    parts: all.length > MOST_PARTS ? totals : joined(all),
    totals,
  };
}

/** Waits for the same one in the same turn, such as several judges, are one part. */
function joined(parts: readonly TimePart[]): TimePart[] {
  const result: TimePart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last?.turn === part.turn && last.phase === part.phase) last.ms += part.ms;
    else result.push({ ...part });
  }
  return result;
}

/** One part for each who was waited for, at the turn that took longest. */
function totalsByPhase(parts: readonly TimePart[]): TimePart[] {
  const totals = new Map<Phase, TimePart & { longest: number }>();
  for (const { turn, phase, ms } of parts) {
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
