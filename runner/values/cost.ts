/** An amount without a currency: two digits after the point, or for small ones four that mean something. */
export function formatCost(cost: number): string {
  if (cost >= 1 || cost === 0) return cost.toFixed(2);
  const digits = Math.min(10, 3 - Math.floor(Math.log10(cost)));
  return cost
    .toFixed(digits)
    .replace(/(?<!0)0+$/, '')
    .padEnd(4, '0');
}
