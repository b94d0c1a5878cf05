import { inspect } from 'node:util';

const verbPattern = /%(?:%|[+#-]?[\d.]*([a-zA-Z]))/g;

/**
 * Formats a text with the verbs of Go's `fmt` package (such as `%s`), as the function `log` of Yao's scripts does.
 * Values without a verb are appended.
 */
export function formatLikeGo(format: unknown, values: readonly unknown[]): string {
  const remainingValues = [...values];
  const text = String(typeof format === 'string' ? format : formatGoValue(format)).replaceAll(
    verbPattern,
    (match, letter?: string) => {
      if (letter === undefined) return '%';
      if (remainingValues.length === 0) return match;
      return formatGoVerb(match, letter, remainingValues.shift());
    },
  );
  return [text, ...remainingValues.map(formatGoValue)].join(' ');
}

function formatGoVerb(match: string, letter: string, value: unknown): string {
  const digits = /\.(\d+)f$/.exec(match)?.[1];
  if (letter === 'f' && typeof value === 'number') return value.toFixed(digits === undefined ? 6 : Number(digits));
  if (letter === 'd' && typeof value === 'number') return String(Math.trunc(value));
  if (letter === 'q') return JSON.stringify(String(value));
  return formatGoValue(value);
}

function formatGoValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return inspect(value);
  }
}
