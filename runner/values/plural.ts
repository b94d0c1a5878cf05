/** Formats a count with its noun: `1 case`, `12,000 cases`. Only for nouns whose plural adds an s. */
export function formatCountWithNoun(count: number, noun: string): string {
  return `${formatCount(count)} ${pluralizeNoun(count, noun)}`;
}

/** Formats a count with thousands separators: `12,000`. */
export function formatCount(count: number): string {
  // The first formatted number of a process takes 8 ms, and most counts need no separator.
  return Number.isInteger(count) && Math.abs(count) < 1_000 ? String(count) : count.toLocaleString('en');
}

/** Returns `case` or `cases`. Only for nouns whose plural adds an s. */
export function pluralizeNoun(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}
