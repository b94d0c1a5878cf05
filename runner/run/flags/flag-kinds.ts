import type { WorkspaceConfig } from '../../contract/index.ts';
import { formatGoDuration } from '../../values/index.ts';
import {
  appendText,
  createCountParser,
  createLocaleParser,
  createPercentParser,
  createRunsParser,
  parseAccuracy,
  parseMaxCost,
  parseRunId,
  parseShard,
  parseTimeout,
} from '../flag-values.ts';
import { UsageError } from '../usage-error.ts';

type FlagDefault = WorkspaceConfig['defaults'][string];

/** How the values of one kind of flag are parsed and formatted. Errors name `flag`. */
export type FlagKind<Value> = {
  /** Parses the value after the flag on the command line. If missing, the value is the text itself. */
  parse?(text: string, flag: string, previous: Value | undefined): Value;
  choices?: readonly string[];
  /** Parses a default value from a workspace config. */
  fromConfig(value: FlagDefault, flag: string): Value | undefined;
  /**
   * Converts the value back to the values of the flag's occurrences: `true` stands for the flag without a value,
   * `false` for `--no-…`.
   */
  words(value: Value): readonly (string | boolean)[];
};

export const textKind: FlagKind<string> = { fromConfig: requireTextValue, words: (value) => [value] };

export const textsKind: FlagKind<string[]> = {
  parse: (word, _, previous) => appendText(word, previous),
  fromConfig: requireTextListValue,
  words: (value) => value,
};

/** A kind of flag whose value is a list of texts, or `false` if the flag is negated. */
export const optionalTextsKind: FlagKind<string[] | false> = {
  parse: (word, _, previous) => appendText(word, previous),
  fromConfig: requireTextListValue,
  words: (value) => value || [false],
};

export const switchOnKind: FlagKind<boolean> = {
  fromConfig: requireBooleanValue,
  words: (value) => (value ? [true] : []),
};

/** A kind of flag for a feature that is active unless the flag turns it off. */
export const switchOffKind: FlagKind<boolean> = {
  fromConfig: requireBooleanValue,
  words: (value) => (value ? [] : [false]),
};

export const toggleKind: FlagKind<boolean> = { fromConfig: requireBooleanValue, words: (value) => [value] };

export const countKind = createParsedKind(createCountParser);
export const percentKind = createParsedKind(createPercentParser, (rate) =>
  String(Number((rate * 100).toPrecision(15))),
);
export const accuracyKind = createParsedKind(() => parseAccuracy);
export const amountKind = createParsedKind(() => parseMaxCost);
export const runIdKind = createParsedKind(() => parseRunId);
export const shardKind = createParsedKind(
  () => parseShard,
  ({ index, total }) => `${index}/${total}`,
);

export const attemptsKind = createParsedKind(createRunsParser, (value) => {
  if (typeof value === 'number') return String(value);
  return value.auto === undefined ? 'auto' : `auto:${value.auto}`;
});

export const durationKind: FlagKind<number> = {
  parse: parseTimeout,
  fromConfig: (value, flag) => parseTimeout(requireTextValue(value, flag), flag),
  words: (ms) => [formatGoDuration(ms)],
};

export const localeKind: FlagKind<string> = {
  parse: (word, flag) => createLocaleParser(flag)(word),
  fromConfig: (value, flag) => createLocaleParser(flag)(requireTextValue(value, flag)),
  words: (value) => [value],
};

export const replayModeKind: FlagKind<true | 'strict'> = {
  fromConfig: requireReplayMode,
  words: (mode) => [mode],
};

export function createChoiceKind<const Choice extends string>(choices: readonly Choice[]): FlagKind<Choice> {
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

function createParsedKind<Value>(
  parse: (flag: string) => (text: string) => Value,
  write: (value: Value) => string = String,
): FlagKind<Value> {
  return {
    parse: (word, flag) => parse(flag)(word),
    fromConfig: (value, flag) => parse(flag)(String(value)),
    words: (value) => [write(value)],
  };
}

function requireTextValue(value: FlagDefault, flag: string): string {
  if (typeof value === 'string') return value;
  throw new UsageError(`${flag} must be a text, not ${JSON.stringify(value)}`);
}

function requireTextListValue(value: FlagDefault, flag: string): string[] {
  return Array.isArray(value) ? value : [requireTextValue(value, flag)];
}

function requireBooleanValue(value: FlagDefault, flag: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new UsageError(`${flag} must be true or false, not ${JSON.stringify(value)}`);
}

function requireReplayMode(value: FlagDefault, flag: string): true | 'strict' | undefined {
  if (value === 'strict' || value === true) return value;
  if (value === false) return undefined;
  throw new UsageError(`${flag} must be true, false or "strict", not ${JSON.stringify(value)}`);
}
