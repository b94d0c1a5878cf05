/** Places on the axis of runs that get a label: at most so many, evenly spread, the ends among them. */
export function tickPlaces(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, place) => place);
  const step = (count - 1) / (most - 1);
  return Array.from({ length: most }, (_, place) => Math.round(place * step));
}

/** The scale of an axis: a share from 0 to 100%, an amount from zero up, a score from 0 to 1 or to the extremes. */
export type Scale = 'share' | 'amount' | 'score';

/** Returns the positions of the axis labels; the axis begins and ends with one. */
export function scaleTicks(scale: Scale, values: readonly (number | null)[]): number[] {
  const known = values.filter((value) => value !== null);
  const low = known.reduce((least, value) => Math.min(least, value), 0);
  const high = known.reduce((most, value) => Math.max(most, value), scale === 'score' ? 1 : 0);
  if (scale === 'share' || (scale === 'score' && low === 0 && high === 1)) return [0, 0.25, 0.5, 0.75, 1];
  return roundTicks(low, high);
}

const STEPS = [1, 2, 2.5, 5, 10] as const;

/** Round amounts with zero among them, that reach from at most the lowest to at least the highest, about four steps apart. */
function roundTicks(low: number, high: number): number[] {
  const reach = high - low;
  if (reach <= 0) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(reach / 4));
  const step = (STEPS.find((each) => each * power * 4 >= reach) ?? 10) * power;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, place) => Number(((first + place) * step).toPrecision(12)));
}
