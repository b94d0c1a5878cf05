const relativeTimeUnits = [
  { limitMs: 60_000, unitMs: 1_000, unit: 's' },
  { limitMs: 3_600_000, unitMs: 60_000, unit: 'min' },
  { limitMs: 86_400_000, unitMs: 3_600_000, unit: 'h' },
  { limitMs: 30 * 86_400_000, unitMs: 86_400_000, unit: 'd' },
  { limitMs: Number.POSITIVE_INFINITY, unitMs: 30 * 86_400_000, unit: 'mo' },
] as const;

/** Times that are less than this in the future count as now, because the clocks of two machines may differ. */
const MAX_CLOCK_SKEW_MS = 60_000;

/**
 * Formats how long ago a time was: `just now`, `12 s ago`, `3 h ago`; for a future time, `2 d ahead`. `time` and `now`
 * are in milliseconds since 1970.
 */
export function formatRelativeTime(time: number, now: number): string {
  const isAhead = time > now + MAX_CLOCK_SKEW_MS;
  const elapsed = isAhead ? time - now : Math.max(0, now - time);
  if (elapsed < 5_000) return 'just now';
  const step = relativeTimeUnits.find(({ limitMs }) => elapsed < limitMs) ?? relativeTimeUnits[0];
  return `${Math.floor(elapsed / step.unitMs)} ${step.unit} ${isAhead ? 'ahead' : 'ago'}`;
}

/** Formats the duration of something that is still running, given in milliseconds: `0:07`, `1:10`, `1:02:09`. */
export function formatElapsedTime(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1_000));
  const hours = Math.floor(total / 3_600);
  const minutes = Math.floor((total % 3_600) / 60);
  const seconds = String(total % 60).padStart(2, '0');
  return hours === 0 ? `${minutes}:${seconds}` : `${hours}:${String(minutes).padStart(2, '0')}:${seconds}`;
}

export function formatIsoTime(time: number): string {
  return new Date(time).toISOString();
}

/** Formats a date and time as `12 Nov 14:03` in the reader's time zone, with the year if it is not the current one. */
export function formatLocalTime(time: number): string {
  return `${formatLocalDay(time)} ${formatLocalClock(time)}`;
}

/** Formats a date as `12 Nov`, with the year if it is not the current one. */
export function formatLocalDay(time: number): string {
  const date = new Date(time);
  const year = date.getFullYear() === new Date().getFullYear() ? {} : ({ year: 'numeric' } as const);
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', ...year });
}

/** Formats a time in the reader's time zone: `14:03`, or `14:03:07`. */
export function formatLocalClock(time: number, precision: 'minutes' | 'seconds' = 'minutes'): string {
  const seconds = precision === 'seconds' ? ({ second: '2-digit' } as const) : {};
  return new Date(time).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', ...seconds });
}
