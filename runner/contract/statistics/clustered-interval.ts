import type { Trials } from './fisher-exact.ts';
import { randomNumbers } from './random-numbers.ts';
import { type Interval, wilsonInterval } from './wilson-interval.ts';

/** The same case in two runs. */
export type PairedTrials = { before: Trials; after: Trials };

const SEED = 20_241_107;
const RESAMPLES = 2_000;
const FEWEST_RESAMPLES = 200;
const MOST_DRAWS = 20_000_000;

/**
 * Where the true pass rate lies with 95 % confidence. Attempts of one case are alike, so with several of them whole
 * cases are drawn again and again: the cluster bootstrap with the percentile method, B. Efron (Annals of Statistics 7,
 * 1979), C. Field and A. Welsh (JRSS B 69, 2007), with a fixed seed. It is never narrower than Wilson's interval of all
 * attempts, which is the whole answer for one attempt a case: of few cases, or equal ones, a bootstrap says too much.
 */
export function passRateInterval(cases: readonly Trials[]): Interval {
  const judged = cases.filter((trials) => trials.judged > 0);
  const all = sumOf(judged);
  const single = wilsonInterval(all.passed, all.judged);
  if (judged.length < 2 || all.judged === judged.length) return single;
  const drawn = resample(judged.length, (draw) => rateOf(judged, draw));
  return hull(percentiles(drawn), single);
}

/**
 * Where the true change of the pass rate lies with 95 % confidence, -1 to 1, over cases that both runs have: the cluster
 * bootstrap over pairs. Where all pairs changed alike there is nothing to draw from, and the answer is the interval that
 * R. Newcombe makes of two by Wilson (Statistics in Medicine 17, 1998, method 10).
 */
export function differenceInterval(pairs: readonly PairedTrials[]): Interval {
  const judged = pairs.filter(({ before, after }) => before.judged > 0 && after.judged > 0);
  const befores = judged.map(({ before }) => before);
  const afters = judged.map(({ after }) => after);
  const drawn = resample(judged.length, (draw) => rateOf(afters, draw) - rateOf(befores, draw));
  const { low, high } = percentiles(drawn);
  return low < high ? { low, high } : newcombe(sumOf(befores), sumOf(afters));
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

function resample(cases: number, figure: (draw: Uint32Array) => number): Float64Array {
  const random = randomNumbers(SEED);
  const times = Math.max(FEWEST_RESAMPLES, Math.min(RESAMPLES, Math.floor(MOST_DRAWS / cases)));
  const draw = new Uint32Array(cases);
  return Float64Array.from({ length: times }, () => {
    for (let place = 0; place < cases; place += 1) draw[place] = Math.floor(random() * cases);
    return figure(draw);
  }).sort();
}

function rateOf(cases: readonly Trials[], draw: Uint32Array): number {
  let passed = 0;
  let judged = 0;
  for (const place of draw) {
    passed += cases[place]?.passed ?? 0;
    judged += cases[place]?.judged ?? 0;
  }
  return passed / judged;
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
