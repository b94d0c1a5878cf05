/** Formats a count with its noun: `1 case`, `12,000 cases`. Only for nouns whose plural adds an s. */
export function formatCountWithNoun(count: number, noun: string): string {
  return `${formatCount(count)} ${pluralizeNoun(count, noun)}`;
}

/** Formats a count with thousands separators: `12,000`. */
export function formatCount(count: number): string {
  // Formats the number without `toLocaleString`, which takes 8 ms for the first number of a process.
  if (!Number.isSafeInteger(count)) return count.toLocaleString('en');
  const digits = String(Math.abs(count));
  const head = digits.length % 3;
  const groups = Array.from({ length: (digits.length - head) / 3 }, (_, index) =>
    digits.slice(head + index * 3, head + index * 3 + 3),
  );
  return `${count < 0 ? '-' : ''}${[...(head === 0 ? [] : [digits.slice(0, head)]), ...groups].join(',')}`;
}

/** Returns `case` or `cases`. Only for nouns whose plural adds an s. */
export function pluralizeNoun(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}
