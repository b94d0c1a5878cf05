import { parseDuration } from '../values/index.ts';

/** A command line that cannot be understood; the message says which flag and what it takes. */
export class UsageError extends Error {
  readonly details: readonly string[];

  constructor(message: string, details: readonly string[] = []) {
    super(message);
    this.name = 'UsageError';
    this.details = details;
  }
}

/** A selection that leaves no case: a mistake of its own, with an exit code of its own for whoever asks for it. */
export class NothingToRun extends UsageError {}

export function parseCount(flag: string): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(count) && count > 0) return count;
    throw new UsageError(`${flag} takes a whole number above zero, got "${text}"`);
  };
}

export function parseTimeout(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined) {
    throw new UsageError(`--timeout takes a duration such as 30s, 2m30s, 1.5h or 300ms, got "${text}"`);
  }
  return ms;
}

export function parseAccuracy(text: string): number {
  const accuracy = Number(text);
  if (text.trim() !== '' && accuracy >= 0 && accuracy <= 1) return accuracy;
  throw new UsageError(`--min-accuracy must be between 0.0 and 1.0, got: ${text}`);
}

/** A percentage as a rate from 0 to 1. */
export function parsePercent(flag: string): (text: string) => number {
  return (text) => {
    const percent = Number(text.replace(/%$/, ''));
    if (/^\d+(\.\d+)?%?$/.test(text) && (percent === 0 || percent >= 1) && percent <= 100) return percent / 100;
    const hint = percent > 0 && percent < 1 ? `; did you mean ${Number((percent * 100).toFixed(4))}?` : '';
    throw new UsageError(`${flag} takes a percentage from 1 to 100, or 0, such as 80; got "${text}"${hint}`);
  };
}

const ageUnits = { h: 1, d: 24, w: 24 * 7 } as const;

/** An age such as `90d` in milliseconds. */
export function parseAge(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  const hours = unit === 'h' || unit === 'd' || unit === 'w' ? Number(count) * ageUnits[unit] : 0;
  if (hours > 0) return hours * 3_600_000;
  throw new UsageError(`--older-than takes an age such as 90d, 12w or 36h, got "${text}"`);
}

export function parseAmount(text: string): number {
  const amount = Number(text);
  if (text.trim() !== '' && Number.isFinite(amount) && amount > 0) return amount;
  throw new UsageError(`--max-cost takes an amount above zero, such as 0.50, got "${text}"`);
}

export function parseRunId(text: string): string {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text)) return text;
  throw new UsageError(`--run-id takes a UUID such as 01a1fcf9-1163-7001-a3ad-d870a07c2935, got "${text}"`);
}

export function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--port takes a number from 0 (any free port) to 65535, got "${text}"`);
}

/** For flags that may be given several times. */
export function collect(text: string, previous: readonly string[] | undefined): string[] {
  return [...(previous ?? []), text];
}
