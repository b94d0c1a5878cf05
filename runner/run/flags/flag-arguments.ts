import { type Flag, getConfigFlagName, getLongFlagName } from './define-flag.ts';
import { type TestFlags, testFlags } from './test-flags.ts';

/**
 * Returns the command-line words for these flags. They have the form `--name=-x`, so that a value that looks like a
 * flag is not parsed as one.
 */
export function formatFlagArguments(flags: Partial<TestFlags>): string[] {
  return mapFlagsToArguments(flags, (flag, value) => [`${getLongFlagName(flag)}=${value}`]);
}

/** Returns the flags for the command that runs cases again, as a user would type them; default values are left out. */
export function formatRerunArguments(flags: TestFlags): string[] {
  const named = testFlags.filter(([, { rerun }]) => rerun === true);
  const values = new Map<string, unknown>(Object.entries(flags));
  const changedFlags = named
    .filter(([name, flag]) => values.get(name) !== flag.default)
    .map(([name]) => [name, values.get(name)]);
  return mapFlagsToArguments(Object.fromEntries(changedFlags), (flag, value) => [findShortFlagName(flag), value]);
}

function mapFlagsToArguments(
  flags: Partial<TestFlags>,
  write: (flag: Flag<unknown>, value: string) => string[],
): string[] {
  const values = new Map<string, unknown>(Object.entries(flags));
  return testFlags.flatMap(([name, flag]) => {
    const value = values.get(name);
    if (value === undefined) return [];
    return flag.kind.words(value).flatMap((word) => {
      if (typeof word === 'string') return write(flag, word);
      return word ? getLongFlagName(flag) : `--no-${getConfigFlagName(flag)}`;
    });
  });
}

function findShortFlagName(flag: Flag<unknown>): string {
  return /^-[a-z](?=,)/.exec(flag.usage)?.[0] ?? getLongFlagName(flag);
}
