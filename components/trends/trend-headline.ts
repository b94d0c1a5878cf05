import type { TrendRun, Trends } from '@/lib/queries';
import { percent, plural, scoreText } from '@/runner/format';
import { countJudged } from '@/runner/verdict';

type HeadlineData = {
  runs: readonly Rated[];
  cases: Pick<Trends['cases'], 'from'> & { rows: readonly TrendCase[] };
  events: readonly Pick<Trends['events'][number], 'runs'>[];
};
type TrendCase = Pick<Trends['cases']['rows'][number], 'cells' | 'passed' | 'standing'>;
type Rated = Pick<TrendRun, 'runId' | 'counts' | 'passRate' | 'startedAt'> & {
  figures: Pick<TrendRun['figures'], 'band' | 'score' | 'known'>;
};

/**
 * Summarizes these runs (oldest first) in one sentence: the pass rate of the newest run, how many runs broke, when the
 * last one broke, and since when all runs are fine. `when` formats a time. Does not compare the newest run with the
 * first one, which is only the start of the window.
 */
export function headlineWords({ runs, cases, events }: HeadlineData, when: (ms: number) => string): string {
  const head = runs.at(-1);
  if (head === undefined || head.passRate === null) return 'The newest run judged nothing';
  if (isScored(head)) return scoreWords(runs, head.figures.score);
  if (runs.length === 1)
    return `${percent(head.passRate)} of the attempts passed in the only run (${rangeWords(head)})`;
  const breaks = stretches(brokenRuns({ runs, cases, events }));
  return [`${percent(head.passRate)} now (${rangeWords(head)})`, ...eventWords(runs, breaks, when)].join('; ');
}

/** If all attempts have scores, passing depends only on the threshold, so the scores are reported instead. */
function isScored({ counts, figures: { score, known } }: Rated): boolean {
  return score !== null && known.score === countJudged(counts);
}

function scoreWords(runs: readonly Rated[], now: number | null): string {
  const scores = runs.flatMap(({ figures: { score } }) => score ?? []);
  const range = `${scoreText(Math.min(...scores))} to ${scoreText(Math.max(...scores))}`;
  const over = runs.length === 1 ? '' : `; ${range} in ${plural(runs.length, 'run')}`;
  return `Mean score ${scoreText(now)} now${over}`;
}

type Stretch = { from: number; to: number };

function eventWords(runs: readonly Rated[], breaks: readonly Stretch[], when: (ms: number) => string): string[] {
  const day = (place: number): string => when(runs[place]?.startedAt ?? 0);
  const last = breaks.at(-1);
  const head = runs.at(-1);
  if (last === undefined && head?.counts.passed === 0)
    return [`no case has passed in these ${plural(runs.length, 'run')}`];
  const count = breaks.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  if (last === undefined) return [`none of ${plural(runs.length, 'run')} broke`];
  const broke = `${count} of ${plural(runs.length, 'run')} broke`;
  if (last.to < runs.length - 1) {
    return [`${broke}, ${count === 1 ? '' : 'the last '}${day(last.to)}`, `fine since ${day(last.to + 1)}`];
  }
  const before = breaks.at(-2);
  const since = `broken since ${day(last.from)}`;
  return before === undefined ? [since] : [since, `${broke}, most recently before that on ${day(before.to)}`];
}

/**
 * Marks runs in which most cases failed together, or in which a case failed that is not flaky and passes at other
 * times. If the cases of a run are not known, marks the run if its rate is significantly below the usual rate.
 */
function brokenRuns({ runs, cases: { from, rows }, events }: HeadlineData): boolean[] {
  const fallen = new Set(events.flatMap((event) => event.runs.map(({ runId }) => runId)));
  const steady = rows.filter(({ passed, standing }) => passed > 0 && standing?.state !== 'flaky');
  const usual = usualRate(runs);
  return runs.map((run, place) => {
    if (fallen.has(run.runId)) return true;
    if (rows.length === 0 || place < from) return isBelow(run, usual);
    return steady.some(({ cells }) => 'FET'.includes(cells[place - from] ?? '.'));
  });
}

/** The upper quartile instead of the median, because most runs may be broken. */
function usualRate(runs: readonly Rated[]): number {
  const rates = runs.flatMap(({ passRate }) => passRate ?? []).toSorted((left, right) => left - right);
  return rates[Math.floor((rates.length - 1) * 0.75)] ?? 0;
}

/** True if the rate is significantly below the usual one. */
function isBelow({ passRate, figures: { band } }: Rated, usual: number): boolean {
  return passRate !== null && passRate < usual && (band === null || band.high < usual);
}

function stretches(isBroken: readonly boolean[]): Stretch[] {
  const result: Stretch[] = [];
  for (const [place, broken] of isBroken.entries()) {
    const last = result.at(-1);
    if (!broken) continue;
    if (last?.to === place - 1) last.to = place;
    else result.push({ from: place, to: place });
  }
  return result;
}

function rangeWords({ counts, figures: { band } }: Rated): string {
  const passedText = `${counts.passed} of ${countJudged(counts)}`;
  if (band === null) return passedText;
  if (counts.passed === countJudged(counts)) return `${passedText}, likely above ${percent(band.low)}`;
  if (counts.passed === 0) return `${passedText}, likely below ${percent(band.high)}`;
  return `${passedText}, likely ${percent(band.low)} to ${percent(band.high)}`;
}
