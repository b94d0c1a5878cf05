import { percent, plural } from '@/lib/format';
import type { TrendRun } from '@/lib/queries';
import { countJudged } from '@/runner/verdict';

type Rated = Pick<TrendRun, 'counts' | 'passRate' | 'startedAt'> & { figures: Pick<TrendRun['figures'], 'band'> };

/**
 * Says in one sentence what happened in these runs, oldest first: how the newest went, how many broke, the last of them,
 * and since when all is fine. `when` writes a time. The first run of a window is no measure of the newest.
 */
export function headlineWords(runs: readonly Rated[], when: (ms: number) => string): string {
  const head = runs.at(-1);
  if (head === undefined || head.passRate === null) return 'The newest run judged nothing';
  if (runs.length === 1)
    return `${percent(head.passRate)} of the attempts passed in the only run (${rangeWords(head)})`;
  const usual = usualRate(runs);
  const breaks = stretches(runs.map((run) => isBelow(run, usual)));
  return [`${percent(head.passRate)} now (${rangeWords(head)})`, ...eventWords(runs, breaks, when)].join('; ');
}

type Stretch = { from: number; to: number };

function eventWords(runs: readonly Rated[], breaks: readonly Stretch[], when: (ms: number) => string): string[] {
  const day = (place: number): string => when(runs[place]?.startedAt ?? 0);
  const last = breaks.at(-1);
  const count = breaks.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  if (last === undefined) return [`none of ${plural(runs.length, 'run')} broke`];
  const broke = `${count} of ${plural(runs.length, 'run')} broke`;
  if (last.to < runs.length - 1) {
    return [`${broke}, ${count === 1 ? '' : 'the last '}${day(last.to)}`, `fine since ${day(last.to + 1)}`];
  }
  const before = breaks.at(-2);
  const since = `broken since ${day(last.from)}`;
  return before === undefined ? [since] : [since, `${broke}, the last time before ${day(before.to)}`];
}

/** Most runs may be broken, so that it is no middle: a quarter of them did at least as well. */
function usualRate(runs: readonly Rated[]): number {
  const rates = runs.flatMap(({ passRate }) => passRate ?? []).toSorted((left, right) => left - right);
  return rates[Math.floor((rates.length - 1) * 0.75)] ?? 0;
}

/** Worse than usual by more than chance. */
function isBelow({ passRate, figures: { band } }: Rated, usual: number): boolean {
  return passRate !== null && passRate < usual && (band === null || band.high < usual);
}

function stretches(isBroken: readonly boolean[]): Stretch[] {
  const found: Stretch[] = [];
  for (const [place, broken] of isBroken.entries()) {
    const last = found.at(-1);
    if (!broken) continue;
    if (last?.to === place - 1) last.to = place;
    else found.push({ from: place, to: place });
  }
  return found;
}

function rangeWords({ counts, figures: { band } }: Rated): string {
  const seen = `${counts.passed} of ${countJudged(counts)}`;
  if (band === null) return seen;
  if (counts.passed === countJudged(counts)) return `${seen}, likely above ${percent(band.low)}`;
  if (counts.passed === 0) return `${seen}, likely below ${percent(band.high)}`;
  return `${seen}, likely ${percent(band.low)} to ${percent(band.high)}`;
}
