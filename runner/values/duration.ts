const msByUnit: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};
const durationPattern = /^\+?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/;
const durationTermPattern = /(?<![\d.])[\d.]+[a-zµμ]+/g;
const wholeSecondsPattern = /^\d{1,9}s$/;

/**
 * The maximum duration in milliseconds: 24 days. Timers store milliseconds in 31 bits, so a longer timer would fire
 * immediately.
 */
const MAX_MS = 24 * 24 * 3_600_000;

/**
 * Parses a Go duration such as `30s`, `2m30s`, `1.5h` or `300ms` to milliseconds. Returns `undefined` for anything
 * that is not a valid wait: zero, negative, malformed, a bare number, more than 24 days.
 */
export function parseDuration(text: string): number | undefined {
  // A fast path for the usual notation, because every line of a large file may have a duration.
  const total = wholeSecondsPattern.test(text) ? Number.parseInt(text, 10) * 1_000 : sumDurationTerms(text);
  return total > 0 && total <= MAX_MS ? total : undefined;
}

/** Returns the sum of the terms of a duration; zero for an invalid duration. */
function sumDurationTerms(text: string): number {
  if (!durationPattern.test(text)) return 0;
  let total = 0;
  for (const term of text.match(durationTermPattern) ?? []) {
    total += Number.parseFloat(term) * (msByUnit[term.replace(/^[\d.]+/, '')] ?? Number.NaN);
  }
  return total;
}

/** Formats a duration like Go's `Duration.String()`: `2m0s`, `1h0m0s`, `1.5s`, `50ms`, `12µs`. Takes milliseconds. */
export function formatGoDuration(ms: number): string {
  if (ms < 0) return `-${formatGoDuration(-ms)}`;
  const nanoseconds = Math.round(ms * 1e6);
  if (nanoseconds === 0) return '0s';
  if (nanoseconds < 1e3) return `${nanoseconds}ns`;
  if (nanoseconds < 1e6) return `${trimZeros(nanoseconds / 1e3, 3)}µs`;
  if (nanoseconds < 1e9) return `${trimZeros(nanoseconds / 1e6, 6)}ms`;
  const minutes = Math.floor(nanoseconds / 6e10);
  const seconds = `${trimZeros((nanoseconds - minutes * 6e10) / 1e9, 9)}s`;
  if (minutes === 0) return seconds;
  if (minutes < 60) return `${minutes}m${seconds}`;
  return `${Math.floor(minutes / 60)}h${minutes % 60}m${seconds}`;
}

/** Formats a duration for consoles and lists: `12µs`, `340ms`, `6.8s`, `1.8m`. Takes milliseconds. */
export function formatDuration(ms: number): string {
  if (ms < 1) return `${Math.round(ms * 1_000)}µs`;
  if (ms < 1_000) return `${Math.floor(ms)}ms`;
  if (ms < 60_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)}s`;
  return `${(ms / 60_000).toFixed(1)}m`;
}

function trimZeros(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return text.includes('.') ? text.replace(/\.?(?<!0)0+$/, '') : text;
}
