/** `3 of 4` as `75.0%`: never rounded up to 100 % nor down to 0 %. Takes a rate from 0 to 1. */
export function percent(rate: number): string {
  if (rate > 0.999 && rate < 1) return '> 99.9%';
  if (rate > 0 && rate < 0.001) return '< 0.1%';
  return `${(rate * 100).toFixed(1)}%`;
}

/** `1 case`, `2 cases`; for words that take an s. */
export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
