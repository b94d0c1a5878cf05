import type { Trials } from './fisher-exact.ts';
import { passHatK, passHatKs } from './pass-k.ts';
import { randomNumbers } from './random-numbers.ts';
import { tQuantile } from './t-quantile.ts';
import { type Interval, wilsonInterval, Z } from './wilson-interval.ts';

const SEED = 20_241_107;
const RESAMPLES = 2_000;
const FEWEST_RESAMPLES = 200;
const MOST_DRAWS = 4_000_000;

/**
 * Where the true pass^k lies with 95% confidence, for each k of `passHatKs`: whole cases are drawn again and again, the
 * bootstrap with the percentile method, B. Efron (Annals of Statistics 7, 1979), with a fixed seed. Where all cases have
 * the same figure there is nothing to draw, and each case counts as one attempt of Wilson's interval.
 */
export function passHatKIntervals(cases: readonly Trials[]): Interval[] {
  const judged = cases.filter((trials) => trials.judged > 0);
  const figures = passHatKs(judged);
  return figures.map((figure, index) => {
    const ofCases = Float64Array.from(judged, (trials) => passHatK(trials, index + 1));
    if (ofCases.every((value) => value === ofCases[0])) return equalCases(figure, judged.length);
    return percentiles(resampledMeans(ofCases, figures.length));
  });
}

function equalCases(figure: number, cases: number): Interval {
  const effective = cases < 2 ? cases : cases * (Z / tQuantile(cases - 1)) ** 2;
  return wilsonInterval(figure * effective, effective);
}

/** Means of as many values, drawn with putting back, in order. */
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

function percentiles(sorted: Float64Array): Interval {
  const last = sorted.length - 1;
  return { low: sorted[Math.floor(0.025 * last)] ?? 0, high: sorted[Math.ceil(0.975 * last)] ?? 1 };
}
