import type { Trials } from './fisher-exact.ts';
import { randomNumbers } from './random-numbers.ts';
import { type Interval, wilsonInterval } from './wilson-interval.ts';

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
  const drawn = resample(judged);
  return hull(percentiles(drawn), single);
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

/** Rates of as many cases, drawn with putting back, in order; of numbers side by side, to be quick. */
function resample(trials: readonly Trials[]): Float64Array {
  const cases = trials.length;
  const numbers = Float64Array.from(trials, joined);
  const random = randomNumbers(SEED);
  const times = Math.max(FEWEST_RESAMPLES, Math.min(RESAMPLES, Math.floor(MOST_DRAWS / cases)));
  const drawn = new Float64Array(times);
  for (let time = 0; time < times; time += 1) {
    let sum = 0;
    for (let draw = 0; draw < cases; draw += 1) sum += numbers[Math.floor(random() * cases)] ?? 0;
    drawn[time] = rateOf(sum);
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

function hull(one: Interval, other: Interval): Interval {
  return { low: Math.min(one.low, other.low), high: Math.max(one.high, other.high) };
}
