/** Formats a p-value: `p = 0.0078`, `p < 0.001`. */
export function formatPValue(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toPrecision(2)}`;
}
