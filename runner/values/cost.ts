/**
 * Formats an amount without its currency: two decimals, or as many as four significant digits need for small amounts.
 */
export function formatCost(cost: number): string {
  if (cost >= 1 || cost === 0) return cost.toFixed(2);
  const digits = Math.min(10, 3 - Math.floor(Math.log10(cost)));
  return cost
    .toFixed(digits)
    .replace(/(?<!0)0+$/, '')
    .padEnd(4, '0');
}
