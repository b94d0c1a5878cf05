/** A rate from 0 to 1 in words: never rounded up to 100 % nor down to 0 %. */
export function percent(rate: number): string {
  if (rate > 0.99 && rate < 1) return '> 99 %';
  if (rate > 0 && rate < 0.01) return '< 1 %';
  return `${Math.round(rate * 100)} %`;
}
