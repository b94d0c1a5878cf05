/** Places on the axis of runs that get a label: at most so many, evenly spread, the ends among them. */
export function tickPlaces(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, place) => place);
  const step = (count - 1) / (most - 1);
  return Array.from({ length: most }, (_, place) => Math.round(place * step));
}

/** Runs stand equally far apart; a single one stands in the middle. */
export function placeDomain(count: number): [number, number] {
  return count <= 1 ? [-0.5, 0.5] : [0, count - 1];
}
