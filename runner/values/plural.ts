/** `1 case`, `12,000 cases`. Only for nouns whose plural adds an s. */
export function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${nounFor(count, noun)}`;
}

/** `12,000` */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}

/** `case` or `cases`. Only for nouns whose plural adds an s. */
export function nounFor(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}
