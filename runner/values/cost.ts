/**
 * Formats an amount with its currency, if one is known: two decimals, or as many as three significant digits need for
 * small amounts.
 */
export function formatCost(cost: number, currency = ''): string {
  return currency === '' ? amountDigits(cost) : `${amountDigits(cost)} ${currency}`;
}

function amountDigits(cost: number): string {
  if (cost >= 1 || cost === 0) return cost.toFixed(2);
  const digits = Math.min(10, 2 - Math.floor(Math.log10(cost)));
  return cost
    .toFixed(digits)
    .replace(/(?<!0)0+$/, '')
    .padEnd(4, '0');
}
