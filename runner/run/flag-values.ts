import { parseDuration } from '../values/index.ts';
import { UsageError } from './usage-error.ts';

// Parsers for values that may come from flags, config defaults and environment variables.

export function createCountParser(flag: string): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(count) && count > 0) return count;
    throw new UsageError(`${flag} takes a whole number above zero, got "${text}"`);
  };
}

/**
 * The name of a worker becomes part of names in the queue, so it may contain only characters that are allowed there.
 */
export function parseWorkerName(text: string): string {
  if (/^[\w.-]{1,100}$/.test(text)) return text;
  throw new UsageError(`--name takes at most 100 letters, digits, ".", "_" and "-", got "${text}"`);
}

/** Parses a shard: `2/4` is the second of four parts. */
export function parseShard(text: string): { index: number; total: number } {
  const [, index = 0, total = 0] = (/^([1-9]\d{0,4})\/([1-9]\d{0,4})$/.exec(text) ?? []).map(Number);
  if (index > 0 && index <= total) return { index, total };
  throw new UsageError(`--shard takes a part and the number of parts, such as 2/4, got "${text}"`);
}

/** Parses the number of attempts: a number, `auto`, or `auto:n`. */
export function createRunsParser(flag: string): (text: string) => number | { auto?: number } {
  return (text) => {
    if (text === 'auto') return {};
    const maxRuns = /^auto:(.*)$/.exec(text)?.[1];
    if (maxRuns !== undefined) return { auto: createCountParser(`${flag} auto:`)(maxRuns) };
    if (/^\d+$/.test(text)) return createCountParser(flag)(text);
    throw new UsageError(`${flag} takes a whole number above zero, auto or auto:<most>, got "${text}"`);
  };
}

export function parseTimeout(text: string, flag = '--timeout'): number {
  const ms = parseDuration(text);
  if (ms === undefined) {
    throw new UsageError(`${flag} takes a duration such as 30s, 2m30s, 1.5h or 300ms, at most 576h, got "${text}"`);
  }
  return ms;
}

/** Parses a locale such as `en-us` or `zh_CN`: a language with optional subtags, passed on unchanged. */
export function createLocaleParser(flag: string): (text: string) => string {
  return (text) => {
    if (/^[a-z]{2,8}([-_][a-z0-9]{1,8})*$/i.test(text)) return text;
    throw new UsageError(`${flag} takes a locale such as en-us or zh-cn, got "${text}"`);
  };
}

export function parseAccuracy(text: string): number {
  const accuracy = Number(text);
  if (text.trim() !== '' && accuracy >= 0 && accuracy <= 1) return accuracy;
  throw new UsageError(`--min-accuracy must be between 0.0 and 1.0, got: ${text}`);
}

/** Parses a percentage and returns a rate from 0 to 1. */
export function createPercentParser(flag: string): (text: string) => number {
  return (text) => {
    const percent = Number(text.replace(/%$/, ''));
    if (/^\d+(\.\d+)?%?$/.test(text) && (percent === 0 || percent >= 1) && percent <= 100) return percent / 100;
    const hint = percent > 0 && percent < 1 ? `; did you mean ${Number((percent * 100).toFixed(4))}?` : '';
    throw new UsageError(`${flag} takes a percentage from 1 to 100, or 0, such as 80; got "${text}"${hint}`);
  };
}

export function parseMaxCost(text: string): number {
  const amount = Number(text);
  if (text.trim() !== '' && Number.isFinite(amount) && amount > 0) return amount;
  throw new UsageError(`--max-cost takes an amount above zero, such as 0.50, got "${text}"`);
}

export function parseRunId(text: string): string {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text)) return text;
  throw new UsageError(`--run-id takes a UUID such as 01a1fcf9-1163-7001-a3ad-d870a07c2935, got "${text}"`);
}

/** Collects the values of a repeatable flag. After the negated form, such as `--no-output`, the list starts empty. */
export function appendText(text: string, previous: readonly string[] | false | undefined): string[] {
  return [...(previous || []), text];
}
