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
 * Summarizes these runs (oldest first) in one sentence: the pass rate of the newest run, how many runs broke, when the
 * last one broke, since when all runs are fine, and how many cases fail nevertheless. `when` formats a time. Does not
 * compare the newest run with the first one, which is only the start of the window.
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

/** True if all attempts have scores. Passing then depends only on the threshold, so the scores are reported instead. */
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
 * True for cases that are broken now, or that never passed in these runs. Such a case is no reason to call a single run
 * broken.
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
 * Finds the runs that count as broken: those in which most cases failed together, or in which a case failed that is not
 * flaky and passes at other times. If the cases of a run are not known, it counts as broken if its rate is
 * significantly below the usual rate.
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

/** Returns the usual pass rate: the upper quartile of the rates and not the median, because most runs may be broken. */
function computeTypicalPassRate(runs: readonly HeadlineRun[]): number {
  const rates = runs.flatMap(({ passRate }) => passRate ?? []).toSorted((left, right) => left - right);
  return rates[Math.floor((rates.length - 1) * 0.75)] ?? 0;
}

/** True if the rate is significantly below the usual one. */
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
