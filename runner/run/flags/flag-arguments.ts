import { configName, type Flag, longName } from './define-flag.ts';
import { type TestFlags, testFlags } from './test-flags.ts';

/**
 * The command-line words for these flags. They have the form `--name=-x`, so that a value that looks like a flag is
 * not read as one.
 */
export function flagArguments(flags: Partial<TestFlags>): string[] {
  return toFlagArguments(flags, (flag, value) => [`${longName(flag)}=${value}`]);
}

/** The flags of the command that reruns cases, as a user would type them, without defaults. */
export function rerunArguments(flags: TestFlags): string[] {
  const named = testFlags.filter(([, { rerun }]) => rerun === true);
  const values = new Map<string, unknown>(Object.entries(flags));
  const changedFlags = named
    .filter(([name, flag]) => values.get(name) !== flag.default)
    .map(([name]) => [name, values.get(name)]);
  return toFlagArguments(Object.fromEntries(changedFlags), (flag, value) => [shortName(flag), value]);
}

function toFlagArguments(flags: Partial<TestFlags>, write: (flag: Flag<unknown>, value: string) => string[]): string[] {
  const values = new Map<string, unknown>(Object.entries(flags));
  return testFlags.flatMap(([name, flag]) => {
    const value = values.get(name);
    if (value === undefined) return [];
    return flag.kind.words(value).flatMap((word) => {
      if (typeof word === 'string') return write(flag, word);
      return word ? longName(flag) : `--no-${configName(flag)}`;
    });
  });
}

function shortName(flag: Flag<unknown>): string {
  return /^-[a-z](?=,)/.exec(flag.usage)?.[0] ?? longName(flag);
}
