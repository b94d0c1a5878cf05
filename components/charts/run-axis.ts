import { formatLocalClock, formatLocalDay } from '@/runner/format';

/** The maximum number of labels on an axis. If a label is longer than `LONG` characters, fewer labels are shown. */
const MAX_TICKS = 6;
const MAX_TICKS_WITH_LONG_LABELS = 4;
const MAX_SHORT_LABEL_LENGTH = 6;

/**
 * Returns labels for an axis of runs with these start times: the first run, the last one and a few between them. No two
 * labels are equal.
 */
export function buildRunAxisTicks(times: readonly number[]): { place: number; label: string }[] {
  const some = buildTicks(times, MAX_TICKS);
  return some.some(({ label }) => label.length > MAX_SHORT_LABEL_LENGTH)
    ? buildTicks(times, MAX_TICKS_WITH_LONG_LABELS)
    : some;
}

function buildTicks(times: readonly number[], maxTicks: number): { place: number; label: string }[] {
  const positions = tickPositions(times.length, maxTicks);
  const labels = findDistinctTimeLabels(positions.map((index) => times[index] ?? 0));
  return positions.map((index, position) => ({ place: index, label: labels?.[position] ?? `#${index + 1}` }));
}

/**
 * Formats times with the shortest format in which they are all different: dates or dates with times; if all are on the
 * same day, times without or with seconds. Returns undefined if some are equal in every format.
 */
export function findDistinctTimeLabels(times: readonly number[]): string[] | undefined {
  const days = times.map(formatLocalDay);
  const isOneDay = new Set(days).size === 1;
  const choices = isOneDay
    ? [times.map((time) => formatLocalClock(time)), times.map((at) => formatLocalClock(at, 'seconds'))]
    : [days, times.map((time, index) => `${days[index]} ${formatLocalClock(time)}`)];
  return choices.find((labels) => new Set(labels).size === labels.length);
}

/** Returns the positions of at most `maxTicks` labels: both ends, and others evenly spaced between them if possible. */
export function tickPositions(count: number, maxTicks: number): number[] {
  if (count <= maxTicks) return Array.from({ length: count }, (_, index) => index);
  const even = [maxTicks, maxTicks - 1, maxTicks - 2].find((ticks) => ticks > 2 && (count - 1) % (ticks - 1) === 0);
  const ticks = even ?? maxTicks;
  const step = (count - 1) / (ticks - 1);
  return Array.from({ length: ticks }, (_, index) => Math.round(index * step));
}

/**
 * The kind of values on an axis, which determines its range: a `share` from 0 to 100 %, an `amount` from zero to the
 * extreme values, or a `score` from 0 to 1, extended to the extreme values.
 */
export type AxisScale = 'share' | 'amount' | 'score';

/** Returns the values to label on an axis. The axis begins at the first and ends at the last of them. */
export function computeAxisTicks(scale: AxisScale, values: readonly (number | null)[]): number[] {
  const numbers = values.filter((value) => value !== null);
  const lowest = numbers.reduce((minimum, value) => Math.min(minimum, value), 0);
  const highest = numbers.reduce((maximum, value) => Math.max(maximum, value), scale === 'score' ? 1 : 0);
  if (scale === 'share' || (scale === 'score' && lowest === 0 && highest === 1)) return [0, 0.25, 0.5, 0.75, 1];
  return roundNumberTicks(lowest, highest);
}

const ROUND_STEP_FACTORS = [1, 2, 2.5, 5, 10] as const;

/** Returns about five multiples of a round step, which span zero, `low` and `high`. */
function roundNumberTicks(low: number, high: number): number[] {
  const reach = high - low;
  if (reach <= 0) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(reach / 4));
  const step = (ROUND_STEP_FACTORS.find((each) => each * power * 4 >= reach) ?? 10) * power;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}
