import type { TrendRun, Trends } from '@/lib/queries';
import { formatCountWithNoun, formatPercent, formatScoreOrDash } from '@/runner/format';
import { countJudged } from '@/runner/verdict';

type HeadlineData = {
  runs: readonly HeadlineRun[];
  cases: Pick<Trends['cases'], 'from'> & { rows: readonly TrendCase[] };
  events: readonly Pick<Trends['events'][number], 'runs'>[];
};
type TrendCase = Pick<Trends['cases']['rows'][number], 'cells' | 'passed' | 'standing'>;
type HeadlineRun = Pick<TrendRun, 'runId' | 'counts' | 'passRate' | 'startedAt'> & {
  figures: Pick<TrendRun['figures'], 'band' | 'score' | 'known'>;
};

/**
 * Summarizes runs (oldest first) in one sentence: the pass rate of the newest run, how many runs broke and when, since
 * when no run has broken, and how many cases still fail. `when` formats a time. Does not compare the newest run with
 * the oldest, which is arbitrary.
 */
export function writeHeadline({ runs, cases, events }: HeadlineData, when: (ms: number) => string): string {
  const newestRun = runs.at(-1);
  if (newestRun === undefined || newestRun.passRate === null) return 'The newest run has no verdicts';
  if (isFullyScoredRun(newestRun)) return describeScores(runs, newestRun.figures.score);
  if (runs.length === 1)
    return `${formatPercent(newestRun.passRate)} of the attempts passed in the only run (${formatPassCountWithInterval(newestRun)})`;
  const breaks = findBrokenRanges(findBrokenRuns({ runs, cases, events }));
  const failing = cases.rows.filter(isFailingCase).length;
  const now = `${formatPercent(newestRun.passRate)} now (${formatPassCountWithInterval(newestRun)})`;
  return [now, ...describeBreakages({ runs, breaks, failing }, when)].join('; ');
}

/**
 * Returns true if all attempts have scores. Then the headline reports scores, because whether an attempt passed depends
 * only on the threshold.
 */
function isFullyScoredRun({ counts, figures: { score, known } }: HeadlineRun): boolean {
  return score !== null && known.score === countJudged(counts);
}

function describeScores(runs: readonly HeadlineRun[], now: number | null): string {
  const scores = runs.flatMap(({ figures: { score } }) => score ?? []);
  const range = `${formatScoreOrDash(Math.min(...scores))} to ${formatScoreOrDash(Math.max(...scores))}`;
  const runCountText = runs.length === 1 ? '' : `; ${range} in ${formatCountWithNoun(runs.length, 'run')}`;
  return `Mean score ${formatScoreOrDash(now)} now${runCountText}`;
}

/**
 * Returns true for cases that are broken now or never passed in these runs. A failure of such a case does not make a
 * run count as broken.
 */
function isFailingCase({ cells, passed, standing }: TrendCase): boolean {
  if (standing?.state === 'new' || standing?.state === 'broken') return true;
  return passed === 0 && /[FET]/.test(cells);
}

type BrokenRunRange = { from: number; to: number };
type BreakageSummaryInput = { runs: readonly HeadlineRun[]; breaks: readonly BrokenRunRange[]; failing: number };

function describeBreakages({ runs, breaks, failing }: BreakageSummaryInput, when: (ms: number) => string): string[] {
  const formatDay = (index: number): string => when(runs[index]?.startedAt ?? 0);
  const last = breaks.at(-1);
  const newestRun = runs.at(-1);
  if (last === undefined && newestRun?.counts.passed === 0)
    return [`no case has passed in these ${formatCountWithNoun(runs.length, 'run')}`];
  const count = breaks.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const still = failing === 0 ? [] : [`${formatCountWithNoun(failing, 'case')} ${failing === 1 ? 'fails' : 'fail'}`];
  if (last === undefined)
    return [`no ${failing === 0 ? '' : 'new '}breakage in ${formatCountWithNoun(runs.length, 'run')}`, ...still];
  const broke = `${count} of ${formatCountWithNoun(runs.length, 'run')} broke`;
  if (last.to < runs.length - 1) {
    const since = `${failing === 0 ? 'fine' : 'no new breakage'} since ${formatDay(last.to + 1)}`;
    return [`${broke}, ${count === 1 ? '' : 'the last '}${formatDay(last.to)}`, since, ...still];
  }
  const before = breaks.at(-2);
  const since = `broken since ${formatDay(last.from)}`;
  return before === undefined ? [since] : [since, `${broke}, most recently before that on ${formatDay(before.to)}`];
}

/**
 * Finds the runs that count as broken: those in which most cases failed together, and those in which a case failed that
 * otherwise passes and is not flaky. If the results of the cases are unknown, a run counts as broken if its pass rate
 * is significantly below the usual rate.
 */
function findBrokenRuns({ runs, cases: { from, rows }, events }: HeadlineData): boolean[] {
  const runIdsInOutage = new Set(events.flatMap((event) => event.runs.map(({ runId }) => runId)));
  const steady = rows.filter(({ passed, standing }) => passed > 0 && standing?.state !== 'flaky');
  const typicalRate = computeTypicalPassRate(runs);
  return runs.map((run, index) => {
    if (runIdsInOutage.has(run.runId)) return true;
    if (rows.length === 0 || index < from) return isBelowUsualRate(run, typicalRate);
    return steady.some(({ cells }) => 'FET'.includes(cells[index - from] ?? '.'));
  });
}

/**
 * Returns the usual pass rate. This is the upper quartile of all rates; the median would be too low if most runs are
 * broken.
 */
function computeTypicalPassRate(runs: readonly HeadlineRun[]): number {
  const rates = runs.flatMap(({ passRate }) => passRate ?? []).toSorted((left, right) => left - right);
  return rates[Math.floor((rates.length - 1) * 0.75)] ?? 0;
}

/** Returns true if the pass rate of a run is significantly below the usual rate. */
function isBelowUsualRate({ passRate, figures: { band } }: HeadlineRun, typicalRate: number): boolean {
  return passRate !== null && passRate < typicalRate && (band === null || band.high < typicalRate);
}

function findBrokenRanges(isBroken: readonly boolean[]): BrokenRunRange[] {
  const result: BrokenRunRange[] = [];
  for (const [index, broken] of isBroken.entries()) {
    const last = result.at(-1);
    if (!broken) continue;
    if (last?.to === index - 1) last.to = index;
    else result.push({ from: index, to: index });
  }
  return result;
}

function formatPassCountWithInterval({ counts, figures: { band } }: HeadlineRun): string {
  const passedText = `${counts.passed} of ${countJudged(counts)}`;
  if (band === null) return passedText;
  if (counts.passed === countJudged(counts)) return `${passedText}, likely above ${formatPercent(band.low)}`;
  if (counts.passed === 0) return `${passedText}, likely below ${formatPercent(band.high)}`;
  return `${passedText}, likely ${formatPercent(band.low)} to ${formatPercent(band.high)}`;
}
