import { percent } from '../values/index.ts';
import { oneSidedBounds } from './statistics/clopper-pearson.ts';
import { sumOfTrials, type Trials } from './statistics/fisher-exact.ts';
import type { Interval } from './statistics/wilson-interval.ts';

const steadinessClasses = ['always_passes', 'always_fails', 'flaky', 'unknown'] as const;
type SteadinessClass = (typeof steadinessClasses)[number];

export type Steadiness = {
  class: SteadinessClass;
  /** It ended otherwise from one run on: `broke` when it has failed since, `fixed` when it has passed. */
  turned?: 'broke' | 'fixed';
  /** The attempts that the class is about: all of the window, or those since it turned. */
  passed: number;
  judged: number;
  /** The exact one-sided bounds of the true share that passes, 0 to 1, each with 95% confidence. */
  bounds: Interval;
  /** `3 of 3: could be anything above 37%` */
  words: string;
};

/** The attempts that steadiness looks at. */
const STEADINESS_WINDOW = 50;

/** "Always" is a true share of at least this: 14 of 14 is the fewest that shows it. */
const ALWAYS = 0.8;

/**
 * How a case behaves, by its tallies in the runs of a series, the newest run first: its newest 50 attempts. A case that
 * always passed up to one run and never since, or the other way round, turned: it is judged by what came since.
 */
export function steadinessOf(newestFirst: readonly Trials[]): Steadiness {
  const window = newestOf(newestFirst);
  const all = sumOfTrials(window);
  const isMixed = all.passed > 0 && all.passed < all.judged;
  if (!isMixed) return judged(all);
  const since = sinceTurn(window);
  if (since === undefined) return withWords('flaky', all, `passed ${seen(all)}: flaky`);
  const turned = since.passed === 0 ? 'broke' : 'fixed';
  const { words, ...steadiness } = judged(since);
  const sinceWords = turned === 'broke' ? 'failing since it broke' : 'passing since it was fixed';
  return { ...steadiness, turned, words: `${sinceWords}: ${words}` };
}

function judged(tally: Trials): Steadiness {
  const { low, high } = oneSidedBounds(tally.passed, tally.judged);
  if (tally.judged === 0) return withWords('unknown', tally, 'never judged');
  if (tally.passed === tally.judged) {
    if (low >= ALWAYS) return withWords('always_passes', tally, `always passes (${seen(tally)})`);
    return withWords('unknown', tally, `${seen(tally)}: could be anything above ${percent(low)}`);
  }
  if (high <= 1 - ALWAYS) return withWords('always_fails', tally, `always fails (${seen(tally)} passed)`);
  return withWords('unknown', tally, `${seen(tally)}: could be anything below ${percent(high)}`);
}

function withWords(name: SteadinessClass, { passed, judged: of }: Trials, words: string): Steadiness {
  return { class: name, passed, judged: of, bounds: oneSidedBounds(passed, of), words };
}

function seen({ passed, judged: of }: Trials): string {
  return `${passed} of ${of}`;
}

/** The newest attempts; of the run in which the window ends all or none, because its attempts have no order. */
function newestOf(newestFirst: readonly Trials[]): Trials[] {
  const kept: Trials[] = [];
  let attempts = 0;
  for (const tally of newestFirst) {
    if (tally.judged === 0) continue;
    attempts += tally.judged;
    if (attempts > STEADINESS_WINDOW && kept.length > 0) break;
    kept.push(tally);
  }
  return kept;
}

/** The attempts since the only turn; nothing if one change does not explain all outcomes. */
function sinceTurn(window: readonly Trials[]): Trials | undefined {
  const isPassing = window.map(({ passed }) => passed > 0);
  const isMixed = window.some(({ passed, judged: of }) => passed > 0 && passed < of);
  const turn = isPassing.findIndex((passing) => passing !== isPassing[0]);
  const isTurnedTwice = isPassing.slice(turn).some((passing) => passing === isPassing[0]);
  return isMixed || isTurnedTwice ? undefined : sumOfTrials(window.slice(0, turn));
}
