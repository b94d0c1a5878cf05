import type { WorkspaceConfig } from '../../contract/index.ts';
import { formatGoDuration } from '../../values/index.ts';
import {
  collect,
  parseAccuracy,
  parseAmount,
  parseCount,
  parseLocale,
  parsePercent,
  parseRunId,
  parseRuns,
  parseShard,
  parseTimeout,
} from '../flag-values.ts';
import { UsageError } from '../usage-error.ts';

type Default = WorkspaceConfig['defaults'][string];

/** How the value of a flag is read and written. Errors name `flag`. */
export type FlagKind<Value> = {
  /** Parses a word of the command line. If missing, the word itself is the value. */
  parse?(text: string, flag: string, previous: Value | undefined): Value;
  choices?: readonly string[];
  /** Reads a default value from a workspace config. */
  fromConfig(value: Default, flag: string): Value | undefined;
  /** Returns one value per occurrence of the flag: `true` for the bare flag, `false` for `--no-…`. */
  words(value: Value): readonly (string | boolean)[];
};

export const text: FlagKind<string> = { fromConfig: textIn, words: (value) => [value] };

export const texts: FlagKind<string[]> = {
  parse: (word, _, previous) => collect(word, previous),
  fromConfig: textsIn,
  words: (value) => value,
};

/** Texts, or `false` for the negated flag. */
export const textsOrNone: FlagKind<string[] | false> = {
  parse: (word, _, previous) => collect(word, previous),
  fromConfig: textsIn,
  words: (value) => value || [false],
};

export const on: FlagKind<boolean> = { fromConfig: toggleIn, words: (value) => (value ? [true] : []) };

/** For a feature that is on unless the flag turns it off. */
export const off: FlagKind<boolean> = { fromConfig: toggleIn, words: (value) => (value ? [] : [false]) };

export const onOrOff: FlagKind<boolean> = { fromConfig: toggleIn, words: (value) => [value] };

export const count = parsed(parseCount);
export const percent = parsed(parsePercent, (rate) => String(Number((rate * 100).toPrecision(15))));
export const accuracy = parsed(() => parseAccuracy);
export const amount = parsed(() => parseAmount);
export const runId = parsed(() => parseRunId);
export const shard = parsed(
  () => parseShard,
  ({ index, total }) => `${index}/${total}`,
);

export const attempts = parsed(parseRuns, (value) => {
  if (typeof value === 'number') return String(value);
  return value.auto === undefined ? 'auto' : `auto:${value.auto}`;
});

export const duration: FlagKind<number> = {
  parse: parseTimeout,
  fromConfig: (value, flag) => parseTimeout(textIn(value, flag)),
  words: (ms) => [formatGoDuration(ms)],
};

export const locale: FlagKind<string> = {
  parse: (word, flag) => parseLocale(flag)(word),
  fromConfig: (value, flag) => parseLocale(flag)(textIn(value, flag)),
  words: (value) => [value],
};

export const replayMode: FlagKind<true | 'strict'> = {
  fromConfig: replayModeIn,
  words: (mode) => [mode],
};

export function oneOf<const Choice extends string>(choices: readonly Choice[]): FlagKind<Choice> {
  return {
    choices,
    fromConfig(value, flag) {
      const match = choices.find((choice) => choice === value);
      if (match !== undefined) return match;
      throw new UsageError(`${flag} must be one of ${choices.join(', ')}, not ${JSON.stringify(value)}`);
    },
    words: (value) => [value],
  };
}

function parsed<Value>(
  parse: (flag: string) => (text: string) => Value,
  write: (value: Value) => string = String,
): FlagKind<Value> {
  return {
    parse: (word, flag) => parse(flag)(word),
    fromConfig: (value, flag) => parse(flag)(String(value)),
    words: (value) => [write(value)],
  };
}

function textIn(value: Default, flag: string): string {
  if (typeof value === 'string') return value;
  throw new UsageError(`${flag} must be a text, not ${JSON.stringify(value)}`);
}

function textsIn(value: Default, flag: string): string[] {
  return Array.isArray(value) ? value : [textIn(value, flag)];
}

function toggleIn(value: Default, flag: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new UsageError(`${flag} must be true or false, not ${JSON.stringify(value)}`);
}

function replayModeIn(value: Default, flag: string): true | 'strict' | undefined {
  if (value === 'strict' || value === true) return value;
  if (value === false) return undefined;
  throw new UsageError(`${flag} must be true, false or "strict", not ${JSON.stringify(value)}`);
}
