import type { RunState } from '../fold/index.ts';
import { decimalPercent } from '../values/index.ts';
import { type Interval, judgedTrials, passHatKs, passRateInterval, rateChangeWords } from '../verdict/index.ts';

const NAMED = 10;
const FIRST = 5;

/** Returns the confidence, stability and change of the pass rate: each line with its name. */
export function rateLines(state: RunState): [name: string, value: string][] {
  const cases = judgedTrials(state);
  if (cases.length === 0) return [];
  return [
    ['Interval', `${intervalWords(passRateInterval(cases))} (95% confidence)`],
    ...passHatLines(passHatKs(cases)),
    ...changeLines(state),
  ];
}

function intervalWords({ low, high }: Interval): string {
  return `${decimalPercent(low)} to ${decimalPercent(high)}`;
}

function passHatLines(figures: readonly number[]): [string, string][] {
  if (figures.length < 2) return [];
  const told = figures.flatMap((figure, index) => {
    const isTold = index < FIRST || index === figures.length - 1;
    return isTold ? [`k=${index + 1} ${decimalPercent(figure)}`] : [];
  });
  return [['Pass^k', told.join(', ')]];
}

function changeLines({ summary }: RunState): [string, string][] {
  const change = summary?.change;
  if (change === undefined) return [];
  const { newlyFailing, newlyFailingCount } = change;
  const named = newlyFailing.slice(0, NAMED).map(({ id, before, after, real }) => {
    const counts =
      before.judged + after.judged > 2 ? [`${before.passed}/${before.judged} → ${after.passed}/${after.judged}`] : [];
    const notes = [...counts, ...(real ? ['unlikely to be chance'] : [])].join(', ');
    return notes === '' ? id : `${id} (${notes})`;
  });
  const more = newlyFailingCount > named.length ? ` and ${newlyFailingCount - named.length} more` : '';
  return [
    ['Baseline', `run ${change.runId}: ${rateChangeWords(change)}`],
    ...(named.length === 0 ? [] : [['Newly failing', `${named.join(', ')}${more}`] satisfies [string, string]]),
  ];
}
