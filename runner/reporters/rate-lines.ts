import type { WorseCase } from '../contract/index.ts';
import type { RunState } from '../fold/index.ts';
import { formatCountWithNoun, formatDecimalPercent } from '../values/index.ts';
import {
  computeMeanPassHatKs,
  computePassHatKIntervals,
  computePassRateInterval,
  countJudgedTrials,
  describeRateChange,
  type Interval,
  type TrialCounts,
} from '../verdict/index.ts';
import { shortenRunId } from './short-run-id.ts';

const MAX_NAMED_CASES = 10;
const LEADING_PASS_K_FIGURES = 5;
const newFailuresLabel = 'New failures';

/**
 * Returns the confidence, stability and change of the pass rate as pairs of name and text. If failures are listed
 * elsewhere in the output, cases that may have failed by chance are only counted.
 */
export function listRateLines(state: RunState, failures?: 'listed'): [name: string, value: string][] {
  const cases = countJudgedTrials(state);
  if (cases.length === 0) return [];
  return [
    ['Interval', `${formatInterval(computePassRateInterval(cases))} (95% confidence)`],
    ...listPassKLines(cases),
    ...listChangeLines(state, failures),
  ];
}

function formatInterval({ low, high }: Interval): string {
  return `${formatDecimalPercent(low)} to ${formatDecimalPercent(high)}`;
}

function listPassKLines(cases: readonly TrialCounts[]): [string, string][] {
  const figures = computeMeanPassHatKs(cases);
  if (figures.length < 2) return [];
  const last = computePassHatKIntervals(cases).at(-1);
  const visibleFigures = figures.flatMap((figure, index) => {
    const isListed = index < LEADING_PASS_K_FIGURES || index === figures.length - 1;
    return isListed ? [`k=${index + 1} ${formatDecimalPercent(figure)}`] : [];
  });
  return [['Pass^k', `${visibleFigures.join(', ')}${last === undefined ? '' : ` (${formatInterval(last)})`}`]];
}

function listChangeLines({ summary }: RunState, failures?: 'listed'): [string, string][] {
  const change = summary?.change;
  if (change === undefined) return [];
  const { newlyFailing, newlyFailingCount, failedThisTime, failedThisTimeCount } = change;
  return [
    ['Baseline', `run ${shortenRunId(change.runId)}: ${describeRateChange(change)}`],
    ...buildWorseCaseEntry('Newly failing', newlyFailing, newlyFailingCount),
    ...(failures === 'listed' && failedThisTimeCount > 0
      ? [[newFailuresLabel, formatCountWithNoun(failedThisTimeCount, 'case')] satisfies [string, string]]
      : buildWorseCaseEntry(newFailuresLabel, failedThisTime, failedThisTimeCount)),
  ];
}

function buildWorseCaseEntry(name: string, cases: readonly WorseCase[], count: number): [string, string][] {
  if (count === 0) return [];
  const named = cases.slice(0, MAX_NAMED_CASES).map(describeWorseCase);
  const more = count > named.length ? ` and ${count - named.length} more` : '';
  return [[name, `${named.join(', ')}${more}`]];
}

function describeWorseCase({ id, before, after, earlier }: WorseCase): string {
  if (before.judged + after.judged === 2 && earlier === undefined) return id;
  const was = `${before.passed}/${before.judged}`;
  const older = earlier === undefined ? '' : `, ${earlier.passed}/${earlier.judged} in older runs`;
  return `${id} (${was} → ${after.passed}/${after.judged}${older})`;
}
