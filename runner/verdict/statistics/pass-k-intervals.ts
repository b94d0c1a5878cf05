import type { TrialCounts } from './fisher-exact.ts';
import { computeMeanPassHatKs, computePassHatK } from './pass-k.ts';
import { createRandomNumberGenerator } from './random-numbers.ts';
import { computeTQuantile } from './t-quantile.ts';
import { computeWilsonInterval, type Interval, Z_95 } from './wilson-interval.ts';

const SEED = 20_241_107;
const RESAMPLE_COUNT = 2_000;
const MIN_RESAMPLES = 200;
const MAX_TOTAL_DRAWS = 4_000_000;

/**
 * Returns the 95% confidence interval of pass^k for each k of `computeMeanPassHatKs`, by a percentile bootstrap over
 * whole cases, B. Efron (Annals of Statistics 7, 1979), with a fixed seed. If all cases have the same value, resampling
 * shows nothing. Then Wilson's interval is used, with each case as one attempt.
 */
export function computePassHatKIntervals(cases: readonly TrialCounts[]): Interval[] {
  const judged = cases.filter((trials) => trials.judged > 0);
  const figures = computeMeanPassHatKs(judged);
  return figures.map((passRate, index) => {
    const ofCases = Float64Array.from(judged, (trials) => computePassHatK(trials, index + 1));
    if (ofCases.every((value) => value === ofCases[0])) return computeIntervalForEqualCases(passRate, judged.length);
    return computePercentileInterval(computeResampledMeans(ofCases, figures.length));
  });
}

function computeIntervalForEqualCases(passRate: number, cases: number): Interval {
  const effective = cases < 2 ? cases : cases * (Z_95 / computeTQuantile(cases - 1)) ** 2;
  return computeWilsonInterval(passRate * effective, effective);
}

/** Returns the sorted means of random samples with replacement. Each sample is as large as the input. */
function computeResampledMeans(values: Float64Array, figureCount: number): Float64Array {
  const count = values.length;
  const random = createRandomNumberGenerator(SEED);
  const times = Math.max(MIN_RESAMPLES, Math.min(RESAMPLE_COUNT, Math.floor(MAX_TOTAL_DRAWS / (count * figureCount))));
  const resampledMeans = new Float64Array(times);
  for (let time = 0; time < times; time += 1) {
    let sum = 0;
    for (let draw = 0; draw < count; draw += 1) sum += values[Math.floor(random() * count)] ?? 0;
    resampledMeans[time] = sum / count;
  }
  return resampledMeans.sort();
}

function computePercentileInterval(sorted: Float64Array): Interval {
  const last = sorted.length - 1;
  return { low: sorted[Math.floor(0.025 * last)] ?? 0, high: sorted[Math.ceil(0.975 * last)] ?? 1 };
}
