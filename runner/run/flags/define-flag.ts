import type { RunOptions } from '../../contract/index.ts';
import type { FlagKind } from './flag-kinds.ts';

/** The properties of a flag of `turntree test`, except for the kind of its value. */
export type FlagProperties<Value> = {
  /** The short name, the long name and the name of the value, as the help shows them. */
  usage: string;
  help: string;
  /** True if the short version of the help lists the flag. */
  isCommon?: true;
  default?: Value;
  /** True if `defaults` in the workspace config may set the flag. */
  config?: true;
  /** The name of the run option that stores the value unchanged; a resumed run restores it. */
  stored?: RunOptionOfType<Value>;
  /** Computes the flag's value from a stored run, if no single run option stores the value. */
  restored?(options: RunOptions): Value | undefined;
  /** True if the flag is part of the command that runs cases again. */
  rerun?: true;
  /** True if the dashboard passes the flag when it repeats a run. */
  dashboard?: true;
  /** The name of the flag for which this one is an alias. The value is stored under that name. */
  sameAs?: string;
};

export type Flag<Value> = FlagProperties<Value> & { kind: FlagKind<Value> };

type RunOptionOfType<Value> = {
  [Name in keyof RunOptions]-?: NonNullable<RunOptions[Name]> extends Value ? Name : never;
}[keyof RunOptions];

export function defineFlag<Value, const Facts extends FlagProperties<Value>>(
  kind: FlagKind<Value>,
  facts: Facts,
): Facts & { kind: FlagKind<Value> } {
  return { ...facts, kind };
}

/** Returns `--group-by` for the usage `--group-by <column>`. */
export function getLongFlagName({ usage }: Pick<FlagProperties<never>, 'usage'>): string {
  return /--[a-z-]+/.exec(usage)?.[0] ?? usage;
}

/** Returns the name of a flag in the `defaults` of a config, such as `group-by`. */
export function getConfigFlagName(record: Pick<FlagProperties<never>, 'usage'>): string {
  return getLongFlagName(record).replace(/^--(no-)?/, '');
}
