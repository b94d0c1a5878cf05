import type { WorseCase } from '../contract/index.ts';
import type { RunState } from '../fold/index.ts';
import { decimalPercent, plural } from '../values/index.ts';
import {
  type Interval,
  judgedTrials,
  type PassedTrials,
  passHatKIntervals,
  passHatKs,
  passRateBand,
  rateChangeWords,
} from '../verdict/index.ts';
import { shortRunId } from './short-run-id.ts';

const NAMED = 10;
const FIRST = 5;
const perhapsWorse = 'New failures';

/**
 * Returns the confidence, stability and change of the pass rate as pairs of name and text. If failures are listed
 * elsewhere in the output, cases that may have failed by chance are only counted.
 */
export function rateLines(state: RunState, failures?: 'listed'): [name: string, value: string][] {
  const cases = judgedTrials(state);
  if (cases.length === 0) return [];
  return [
    ['Interval', `${intervalWords(passRateBand(cases))} (95% confidence)`],
    ...passKLines(cases),
    ...changeLines(state, failures),
  ];
}

function intervalWords({ low, high }: Interval): string {
  return `${decimalPercent(low)} to ${decimalPercent(high)}`;
}

function passKLines(cases: readonly PassedTrials[]): [string, string][] {
  const figures = passHatKs(cases);
  if (figures.length < 2) return [];
  const last = passHatKIntervals(cases).at(-1);
  const visibleFigures = figures.flatMap((figure, index) => {
    const isTold = index < FIRST || index === figures.length - 1;
    return isTold ? [`k=${index + 1} ${decimalPercent(figure)}`] : [];
  });
  return [['Pass^k', `${visibleFigures.join(', ')}${last === undefined ? '' : ` (${intervalWords(last)})`}`]];
}

function changeLines({ summary }: RunState, failures?: 'listed'): [string, string][] {
  const change = summary?.change;
  if (change === undefined) return [];
  const { newlyFailing, newlyFailingCount, failedThisTime, failedThisTimeCount } = change;
  return [
    ['Baseline', `run ${shortRunId(change.runId)}: ${rateChangeWords(change)}`],
    ...worseLine('Newly failing', newlyFailing, newlyFailingCount),
    ...(failures === 'listed' && failedThisTimeCount > 0
      ? [[perhapsWorse, plural(failedThisTimeCount, 'case')] satisfies [string, string]]
      : worseLine(perhapsWorse, failedThisTime, failedThisTimeCount)),
  ];
}

function worseLine(name: string, cases: readonly WorseCase[], count: number): [string, string][] {
  if (count === 0) return [];
  const named = cases.slice(0, NAMED).map(worseCaseWords);
  const more = count > named.length ? ` and ${count - named.length} more` : '';
  return [[name, `${named.join(', ')}${more}`]];
}

function worseCaseWords({ id, before, after, earlier }: WorseCase): string {
  if (before.judged + after.judged === 2 && earlier === undefined) return id;
  const was = `${before.passed}/${before.judged}`;
  const older = earlier === undefined ? '' : `, ${earlier.passed}/${earlier.judged} in older runs`;
  return `${id} (${was} → ${after.passed}/${after.judged}${older})`;
}
