/**
 * p values as they are after so many tests: a test whose adjusted value is below 5% belongs to a list of which at most
 * 5% are expected to be false alarms. In the order of the given ones. Y. Benjamini and Y. Hochberg, "Controlling the
 * false discovery rate", JRSS B 57 (1995).
 */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  const fromWorst = pValues.map((p, place) => ({ p, place })).toSorted((a, b) => b.p - a.p);
  const adjusted = new Array<number>(pValues.length).fill(1);
  let least = 1;
  for (const [behind, { p, place }] of fromWorst.entries()) {
    const rank = pValues.length - behind;
    least = Math.min(least, (p * pValues.length) / rank);
    adjusted[place] = least;
  }
  return adjusted;
}
