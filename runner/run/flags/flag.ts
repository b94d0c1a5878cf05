import type { RunOptions } from '../../contract/index.ts';
import type { FlagKind } from './flag-kinds.ts';

/** A flag of `runner test`, apart from what kind of value it has. */
export type FlagFacts<Value> = {
  /** The short name, the long name and the name of the value, as the help shows them. */
  usage: string;
  help: string;
  default?: Value;
  /** The `defaults` of a workspace config may set it. */
  config?: true;
  /** The option of a run that stores it as it is, and has it again when the run is resumed. */
  stored?: OptionsWith<Value>;
  /** What a stored run had, where no one option says it. */
  restored?(options: RunOptions): Value | undefined;
  /** The command that runs cases again names it. */
  rerun?: true;
  /** The dashboard repeats a run with it. */
  dashboard?: true;
  /** Another spelling of this flag, which has the value. */
  sameAs?: string;
};

export type Flag<Value> = FlagFacts<Value> & { kind: FlagKind<Value> };

type OptionsWith<Value> = {
  [Name in keyof RunOptions]-?: NonNullable<RunOptions[Name]> extends Value ? Name : never;
}[keyof RunOptions];

export function flag<Value, const Facts extends FlagFacts<Value>>(
  kind: FlagKind<Value>,
  facts: Facts,
): Facts & { kind: FlagKind<Value> } {
  return { ...facts, kind };
}

/** `--group-by` of `--group-by <column>`. */
export function longName({ usage }: Pick<FlagFacts<never>, 'usage'>): string {
  return /--[a-z-]+/.exec(usage)?.[0] ?? usage;
}

/** The name of a flag in `defaults` of a config: `group-by`. */
export function configName(record: Pick<FlagFacts<never>, 'usage'>): string {
  return longName(record).replace(/^--(no-)?/, '');
}
