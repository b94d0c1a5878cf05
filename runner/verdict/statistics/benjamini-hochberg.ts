/**
 * Adjusts p-values for multiple tests. The results have the order of the input. If all tests with an adjusted value
 * below 5% are selected, at most 5% of the selected tests are expected to be false alarms. Y. Benjamini and Y.
 * Hochberg, "Controlling the false discovery rate", JRSS B 57 (1995).
 */
export function adjustPValues(pValues: readonly number[]): number[] {
  const fromWorst = pValues.map((p, index) => ({ p, place: index })).toSorted((a, b) => b.p - a.p);
  const adjusted = new Array<number>(pValues.length).fill(1);
  let least = 1;
  for (const [behind, { p, place }] of fromWorst.entries()) {
    const rank = pValues.length - behind;
    least = Math.min(least, (p * pValues.length) / rank);
    adjusted[place] = least;
  }
  return adjusted;
}
