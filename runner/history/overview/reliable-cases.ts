import { type CaseTally, computeWilsonInterval, hasPassedThroughout, type Interval } from '../../verdict/index.ts';

export const WEEK_MS = 7 * 86_400_000;

/** How many cases passed reliably in one week, that is, in all their judged attempts outside of outages. */
export type WeeklyReliability = { reliable: number; cases: number };

/**
 * The share of cases that passed reliably in the last seven days and in the seven days before. `range` is Wilson's 95 %
 * interval of the last seven days, if these cases are a sample of similar ones.
 */
export type ReliableCases = {
  last: WeeklyReliability & { range: Interval };
  before: WeeklyReliability;
  /** The numbers of cases judged in both weeks that are no longer reliable, and that have become reliable. */
  lost: number;
  gained: number;
};

/** A complete run with the pass counts of its cases. */
type RunWithCaseTallies = { startedAt: number; cases: ReadonlyMap<string, CaseTally> };

/** The maximum number of runs per week that count, newest first, so that the cost does not grow with the history. */
const MAX_RUNS_PER_WEEK = 25;

/**
 * Selects the newest runs of this week and of the week before, up to the limit per week; `newestFirst` has the runs of
 * one series.
 */
export function selectRunsOfTwoWeeks<Run extends { startedAt: number }>(
  newestFirst: readonly Run[],
  now: number,
): Run[] {
  return [getLastWeek(now), getWeekBefore(now)].flatMap((span) =>
    newestFirst.filter(({ startedAt }) => isWithinSpan(startedAt, span)).slice(0, MAX_RUNS_PER_WEEK),
  );
}

/** Counts the cases of all series. The same case with another agent or connector counts separately. */
export function countReliable(series: readonly (readonly RunWithCaseTallies[])[], now: number): ReliableCases {
  const sums = { last: { reliable: 0, cases: 0 }, before: { reliable: 0, cases: 0 }, lost: 0, gained: 0 };
  for (const runs of series) {
    const last = findReliabilityByCase(runs, getLastWeek(now));
    const before = findReliabilityByCase(runs, getWeekBefore(now));
    addCasesOfWeek(sums.last, last);
    addCasesOfWeek(sums.before, before);
    for (const [id, isReliable] of last) {
      const tallyBefore = before.get(id);
      if (tallyBefore === true && !isReliable) sums.lost += 1;
      if (tallyBefore === false && isReliable) sums.gained += 1;
    }
  }
  return { ...sums, last: { ...sums.last, range: computeWilsonInterval(sums.last.reliable, sums.last.cases) } };
}

/** A span of time: `from` is inside it, `to` is not; milliseconds since 1970, UTC. */
type TimeSpan = { from: number; to: number };

function getLastWeek(now: number): TimeSpan {
  return { from: now - WEEK_MS, to: Number.POSITIVE_INFINITY };
}

function getWeekBefore(now: number): TimeSpan {
  return { from: now - 2 * WEEK_MS, to: now - WEEK_MS };
}

function isWithinSpan(time: number, { from, to }: TimeSpan): boolean {
  return time >= from && time < to;
}

function findReliabilityByCase(runs: readonly RunWithCaseTallies[], span: TimeSpan): Map<string, boolean> {
  const reliable = new Map<string, boolean>();
  for (const { startedAt, cases } of runs) {
    if (!isWithinSpan(startedAt, span)) continue;
    for (const [id, tally] of cases) {
      if (tally.judged > 0) reliable.set(id, reliable.get(id) !== false && hasPassedThroughout(tally));
    }
  }
  return reliable;
}

function addCasesOfWeek(week: WeeklyReliability, cases: ReadonlyMap<string, boolean>): void {
  for (const isReliable of cases.values()) {
    week.cases += 1;
    if (isReliable) week.reliable += 1;
  }
}
