/** A figure from 0 to 1 with at most two decimals; never rounded up to 100 % nor down to 0 %. */
export function exactPercent(rate: number): string {
  const rounded = Number((rate * 100).toFixed(2));
  if (rounded === 100 && rate < 1) return '> 99.99 %';
  if (rounded === 0 && rate > 0) return '< 0.01 %';
  return `${rounded} %`;
}
