import type { Trials } from './fisher-exact.ts';
import { randomNumbers } from './random-numbers.ts';
import { type Interval, wilsonInterval } from './wilson-interval.ts';

/** The same case in two runs. */
export type PairedTrials = { before: Trials; after: Trials };

const SEED = 20_241_107;
const RESAMPLES = 2_000;
const FEWEST_RESAMPLES = 200;
const MOST_DRAWS = 4_000_000;

/**
 * Where the true pass rate lies with 95% confidence. Attempts of one case are alike, so with several of them whole
 * cases are drawn again and again: the cluster bootstrap with the percentile method, B. Efron (Annals of Statistics 7,
 * 1979), C. Field and A. Welsh (JRSS B 69, 2007), with a fixed seed. It is never narrower than Wilson's interval of all
 * attempts, which is the whole answer for one attempt a case: of few cases, or equal ones, a bootstrap says too much.
 */
export function passRateInterval(cases: readonly Trials[]): Interval {
  const judged = cases.filter((trials) => trials.judged > 0);
  const all = sumOf(judged);
  const single = wilsonInterval(all.passed, all.judged);
  if (judged.length < 2 || all.judged === judged.length) return single;
  const drawn = resample(judged.map((after) => ({ before: nothing, after })));
  return hull(percentiles(drawn), single);
}

/**
 * Where the true change of the pass rate lies with 95% confidence, -1 to 1, over cases that both runs have: the cluster
 * bootstrap over pairs. Where all pairs changed alike there is nothing to draw from, and the answer is the interval that
 * R. Newcombe makes of two by Wilson (Statistics in Medicine 17, 1998, method 10).
 */
export function differenceInterval(pairs: readonly PairedTrials[]): Interval {
  const judged = pairs.filter(({ before, after }) => before.judged > 0 && after.judged > 0);
  const { low, high } = percentiles(resample(judged));
  if (low < high) return { low, high };
  return newcombe(sumOf(judged.map(({ before }) => before)), sumOf(judged.map(({ after }) => after)));
}

function sumOf(cases: readonly Trials[]): Trials {
  let passed = 0;
  let judged = 0;
  for (const trials of cases) {
    passed += trials.passed;
    judged += trials.judged;
  }
  return { passed, judged };
}

const nothing: Trials = { passed: 0, judged: 0 };

/** Differences of rates of as many pairs, drawn with putting back, in order; of numbers side by side, to be quick. */
function resample(pairs: readonly PairedTrials[]): Float64Array {
  const cases = pairs.length;
  const before = Float64Array.from(pairs, (pair) => joined(pair.before));
  const after = Float64Array.from(pairs, (pair) => joined(pair.after));
  const random = randomNumbers(SEED);
  const times = Math.max(FEWEST_RESAMPLES, Math.min(RESAMPLES, Math.floor(MOST_DRAWS / cases)));
  const drawn = new Float64Array(times);
  for (let time = 0; time < times; time += 1) {
    let was = 0;
    let is = 0;
    for (let draw = 0; draw < cases; draw += 1) {
      const place = Math.floor(random() * cases);
      was += before[place] ?? 0;
      is += after[place] ?? 0;
    }
    drawn[time] = rateOf(is) - rateOf(was);
  }
  return drawn.sort();
}

/** Sums are exact for fewer attempts than this, which is far more than a run can have. */
const JUDGED = 2 ** 26;

/** Returns the passed and the judged attempts as one number, so that both are added up at once. */
function joined({ passed, judged }: Trials): number {
  return judged * JUDGED + passed;
}

function rateOf(sum: number): number {
  const judged = Math.floor(sum / JUDGED);
  return (sum - judged * JUDGED) / Math.max(1, judged);
}

function percentiles(sorted: Float64Array): Interval {
  const last = sorted.length - 1;
  return { low: sorted[Math.floor(0.025 * last)] ?? 0, high: sorted[Math.ceil(0.975 * last)] ?? 1 };
}

function newcombe(before: Trials, after: Trials): Interval {
  if (before.judged === 0 || after.judged === 0) return { low: -1, high: 1 };
  const earlier = wilsonInterval(before.passed, before.judged);
  const later = wilsonInterval(after.passed, after.judged);
  const was = before.passed / before.judged;
  const is = after.passed / after.judged;
  return {
    low: is - was - Math.hypot(is - later.low, earlier.high - was),
    high: is - was + Math.hypot(later.high - is, was - earlier.low),
  };
}

function hull(one: Interval, other: Interval): Interval {
  return { low: Math.min(one.low, other.low), high: Math.max(one.high, other.high) };
}
