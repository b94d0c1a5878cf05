import type { PassedTrials } from './fisher-exact.ts';
import { passHatK, passHatKs } from './pass-k.ts';
import { randomNumbers } from './random-numbers.ts';
import { tQuantile } from './t-quantile.ts';
import { type Interval, wilsonInterval, Z } from './wilson-interval.ts';

const SEED = 20_241_107;
const RESAMPLES = 2_000;
const FEWEST_RESAMPLES = 200;
const MOST_DRAWS = 4_000_000;

/**
 * The 95% confidence interval of pass^k for each k of `passHatKs`: percentile bootstrap over whole cases, B. Efron
 * (Annals of Statistics 7, 1979), with a fixed seed. If all cases have the same value, resampling shows nothing, so
 * Wilson's interval is used with each case as one attempt.
 */
export function passHatKIntervals(cases: readonly PassedTrials[]): Interval[] {
  const judged = cases.filter((trials) => trials.judged > 0);
  const figures = passHatKs(judged);
  return figures.map((figure, index) => {
    const ofCases = Float64Array.from(judged, (trials) => passHatK(trials, index + 1));
    if (ofCases.every((value) => value === ofCases[0])) return intervalForEqualCases(figure, judged.length);
    return percentileInterval(resampledMeans(ofCases, figures.length));
  });
}

function intervalForEqualCases(figure: number, cases: number): Interval {
  const effective = cases < 2 ? cases : cases * (Z / tQuantile(cases - 1)) ** 2;
  return wilsonInterval(figure * effective, effective);
}

/** Returns sorted means of samples with replacement. Each sample is as large as the input. */
function resampledMeans(values: Float64Array, figures: number): Float64Array {
  const count = values.length;
  const random = randomNumbers(SEED);
  const times = Math.max(FEWEST_RESAMPLES, Math.min(RESAMPLES, Math.floor(MOST_DRAWS / (count * figures))));
  const drawn = new Float64Array(times);
  for (let time = 0; time < times; time += 1) {
    let sum = 0;
    for (let draw = 0; draw < count; draw += 1) sum += values[Math.floor(random() * count)] ?? 0;
    drawn[time] = sum / count;
  }
  return drawn.sort();
}

function percentileInterval(sorted: Float64Array): Interval {
  const last = sorted.length - 1;
  return { low: sorted[Math.floor(0.025 * last)] ?? 0, high: sorted[Math.ceil(0.975 * last)] ?? 1 };
}
