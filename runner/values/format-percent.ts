/** Formats a rate from 0 to 1, as `75%`: never rounded up to 100% nor down to 0%. */
export function formatPercent(rate: number): string {
  if (rate > 0.99 && rate < 1) return '> 99%';
  if (rate > 0 && rate < 0.01) return '< 1%';
  return `${Math.round(rate * 100)}%`;
}

/** Formats a rate from 0 to 1 with at most two decimals, as `66.67%`: never rounded up to 100% nor down to 0%. */
export function formatExactPercent(rate: number): string {
  const rounded = Number((rate * 100).toFixed(2));
  if (rounded === 100 && rate < 1) return '> 99.99%';
  if (rounded === 0 && rate > 0) return '< 0.01%';
  return `${rounded}%`;
}

/** Formats a rate with one decimal for reports, as `75.0%`. */
export function formatDecimalPercent(rate: number): string {
  if (rate > 0.999 && rate < 1) return '> 99.9%';
  if (rate > 0 && rate < 0.001) return '< 0.1%';
  return `${(rate * 100).toFixed(1)}%`;
}

/** Formats a threshold with at most one decimal, as `75%`. */
export function formatBriefPercent(rate: number): string {
  return `${Number((rate * 100).toFixed(1))}%`;
}
