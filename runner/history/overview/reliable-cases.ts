import type { SeriesEvent } from '../../verdict/index.ts';
import { type Interval, wilsonInterval } from '../../verdict/index.ts';
import type { PastRunSummary } from '../read/standings.ts';

const WEEK_MS = 7 * 86_400_000;

/** How many cases of one week passed reliably: in all their judged attempts, outages aside. */
export type WeekOfCases = { reliable: number; cases: number };

/**
 * The share of cases that passed reliably in the last seven days and in the seven days before. `range` is Wilson's 95 %
 * interval of the last seven days, if these cases are a sample of similar ones.
 */
export type ReliableCases = {
  last: WeekOfCases & { range: Interval };
  before: WeekOfCases;
  /** Of the cases that were judged in both weeks: how many are no longer reliable, and how many have become so. */
  lost: number;
  gained: number;
};

type SeriesRuns = { runs: readonly PastRunSummary[]; events: readonly SeriesEvent[] };

/** Counts the cases of all series; the same case of another agent or connector counts on its own. */
export function countReliable(series: readonly SeriesRuns[], now: number): ReliableCases {
  const sums = { last: { reliable: 0, cases: 0 }, before: { reliable: 0, cases: 0 }, lost: 0, gained: 0 };
  for (const { runs, events } of series) {
    const outages = new Set(
      events.flatMap((event) => (event.kind === 'outage' ? event.runs.map(({ runId }) => runId) : [])),
    );
    const counted = runs.filter(({ runId }) => !outages.has(runId));
    const last = reliabilityByCase(counted, { from: now - WEEK_MS, to: Number.POSITIVE_INFINITY });
    const before = reliabilityByCase(counted, { from: now - 2 * WEEK_MS, to: now - WEEK_MS });
    addWeek(sums.last, last);
    addWeek(sums.before, before);
    for (const [id, isReliable] of last) {
      const was = before.get(id);
      if (was === true && !isReliable) sums.lost += 1;
      if (was === false && isReliable) sums.gained += 1;
    }
  }
  return { ...sums, last: { ...sums.last, range: wilsonInterval(sums.last.reliable, sums.last.cases) } };
}

/** `from` is inside the span, `to` is not; milliseconds since 1970, UTC. */
type Span = { from: number; to: number };

function reliabilityByCase(runs: readonly PastRunSummary[], { from, to }: Span): Map<string, boolean> {
  const reliable = new Map<string, boolean>();
  for (const { startedAt, cases } of runs) {
    if (startedAt < from || startedAt >= to) continue;
    for (const [id, { passed, judged, isGood }] of cases) {
      if (judged > 0) reliable.set(id, reliable.get(id) !== false && (passed === judged || isGood === true));
    }
  }
  return reliable;
}

function addWeek(week: WeekOfCases, cases: ReadonlyMap<string, boolean>): void {
  for (const isReliable of cases.values()) {
    week.cases += 1;
    if (isReliable) week.reliable += 1;
  }
}
