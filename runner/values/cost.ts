/** Formats an amount with three significant digits and its currency, if the config names one: `0.0123 EUR`, `12.3 EUR`. */
export function formatCost(cost: number, currency: string | undefined): string {
  return currency === undefined || currency === ''
    ? formatAmountDigits(cost)
    : `${formatAmountDigits(cost)} ${currency}`;
}

/**
 * Returns the number of digits with which an amount is formatted. Small amounts have at least two decimals, as is usual
 * for money.
 */
function formatAmountDigits(cost: number): string {
  if (cost === 0) return '0.00';
  if (cost >= 99.95) return Math.round(cost).toLocaleString('en');
  const digits = Math.min(10, Math.max(0, 2 - Math.floor(Math.log10(cost))));
  return cost
    .toFixed(digits)
    .replace(/(?<!0)0+$/, '')
    .padEnd(4, '0');
}
