import type { RunOptions } from '../../contract/index.ts';
import { forkFlags, identityFlags, inputFlags, selectionFlags } from './case-flags.ts';
import type { Flag } from './define-flag.ts';
import type { FlagKind } from './flag-kinds.ts';
import { executionFlags, outputFlags, verdictFlags } from './run-flags.ts';

/**
 * The flags of `turntree test`, one record each, grouped by their titles in the help. Everything else about flags is
 * derived from this table: the command line, config defaults, stored and resumed runs, the command that runs cases
 * again, the dashboard.
 */
export const flagGroups = {
  'What is tested:': inputFlags,
  'User, connector and model:': identityFlags,
  'Which cases:': selectionFlags,
  'Continuing a stored conversation:': forkFlags,
  'How they run:': executionFlags,
  'What counts as passed:': verdictFlags,
  'What is written:': outputFlags,
} satisfies Record<string, Record<string, Flag<unknown>>>;

const flagTable = {
  ...inputFlags,
  ...identityFlags,
  ...selectionFlags,
  ...forkFlags,
  ...executionFlags,
  ...verdictFlags,
  ...outputFlags,
};
type FlagTable = typeof flagTable;

type FlagValue<Record> = Record extends { kind: FlagKind<infer Value> } ? Value : never;
type FlagName = {
  [Name in keyof FlagTable]: FlagTable[Name] extends { sameAs: string } ? never : Name;
}[keyof FlagTable];
type FlagNameWithProperty<Fact> = { [Name in FlagName]: FlagTable[Name] extends Fact ? Name : never }[FlagName];
type FlagNameWithDefault = FlagNameWithProperty<{ default: unknown }>;

/** The flags of `turntree test` with their defaults, by their long names. */
export type TestFlags = { [Name in FlagNameWithDefault]: FlagValue<FlagTable[Name]> } & {
  [Name in Exclude<FlagName, FlagNameWithDefault>]?: FlagValue<FlagTable[Name]> | undefined;
};

/** The flags that the dashboard uses when it repeats a run. */
export type DashboardRerunFlags = Pick<TestFlags, FlagNameWithProperty<{ dashboard: true }>>;

/** The run options that store the values of flags unchanged. */
export type StoredFlags = {
  [Name in FlagName as FlagTable[Name] extends { stored: infer Option extends keyof RunOptions }
    ? Option
    : never]: TestFlags[Name];
};

/** All flags except aliases, in the order of the help. */
export const testFlags: readonly (readonly [name: string, flag: Flag<unknown>])[] = Object.entries<Flag<unknown>>(
  flagTable,
).filter(([, { sameAs }]) => sameAs === undefined);

/** Sets the default values. Drops values that are not flags of `turntree test`. */
export function addFlagDefaults(flags: Partial<TestFlags>): TestFlags {
  const values = new Map<string, unknown>(Object.entries(flags));
  // TypeScript cannot verify that each name gets the value type of its own record.
  return Object.fromEntries(testFlags.map(([name, record]): unknown[] => [name, values.get(name) ?? record.default]));
}
