/** Places on the axis of runs that get a label: at most so many, evenly spread, the ends among them. */
export function tickPlaces(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, place) => place);
  const step = (count - 1) / (most - 1);
  return Array.from({ length: most }, (_, place) => Math.round(place * step));
}

const STEPS = [1, 2, 2.5, 5, 10] as const;

/** Round amounts from zero to at least the largest value, four or five steps apart. */
export function amountTicks(largest: number): number[] {
  if (largest <= 0) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(largest / 4));
  const step = (STEPS.find((each) => each * power * 4 >= largest) ?? 10) * power;
  const count = Math.ceil(largest / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, place) => Number((place * step).toPrecision(12)));
}

/** Runs stand equally far apart; a single one stands in the middle. */
export function placeDomain(count: number): [number, number] {
  return count <= 1 ? [-0.5, 0.5] : [0, count - 1];
}
