import type { WorkspaceConfig } from '../contract/index.ts';
import { thresholdModes } from '../contract/index.ts';
import { nearest } from '../values/index.ts';
import {
  parseAccuracy,
  parseAmount,
  parseCount,
  parseLocale,
  parsePercent,
  parseRuns,
  parseTimeout,
} from './flag-values.ts';
import type { TestFlags } from './test-options.ts';
import { UsageError } from './usage-error.ts';

type Default = WorkspaceConfig['defaults'][string];
type Reader = (value: Default, flag: string) => Partial<TestFlags>;

/** The flags of `runner test` that a workspace may have an opinion on, by their long names. */
const readers: Record<string, Reader> = {
  output: (value, flag) => ({ output: texts(value, flag) }),
  name: (value, flag) => ({ name: text(value, flag) }),
  connector: (value, flag) => ({ connector: text(value, flag) }),
  simulator: (value, flag) => ({ simulator: text(value, flag) }),
  reporter: (value, flag) => ({ reporter: text(value, flag) }),
  before: (value, flag) => ({ before: text(value, flag) }),
  after: (value, flag) => ({ after: text(value, flag) }),
  user: (value, flag) => ({ user: text(value, flag) }),
  team: (value, flag) => ({ team: text(value, flag) }),
  locale: (value, flag) => ({ locale: parseLocale(flag)(text(value, flag)) }),
  verbose: (value, flag) => ({ verbose: toggle(value, flag) }),
  quiet: (value, flag) => ({ quiet: toggle(value, flag) }),
  runs: (value, flag) => ({ runs: parseRuns(flag)(String(value)) }),
  retries: (value, flag) => ({ retries: parseCount(flag)(String(value)) }),
  timeout: (value, flag) => ({ timeout: parseTimeout(text(value, flag)) }),
  parallel: (value, flag) => ({ parallel: parseCount(flag)(String(value)) }),
  'fail-fast': (value, flag) => ({ failFast: toggle(value, flag) }),
  'max-cost': (value) => ({ maxCost: parseAmount(String(value)) }),
  'allow-partial': (value, flag) => ({ allowPartial: toggle(value, flag) }),
  'min-accuracy': (value) => ({ minAccuracy: parseAccuracy(String(value)) }),
  'threshold-mode': (value, flag) => ({ thresholdMode: oneOf(thresholdModes, value, flag) }),
  'min-pass-rate': (value, flag) => ({ minPassRate: parsePercent(flag)(String(value)) }),
  'min-case-pass-rate': (value, flag) => ({ minCasePassRate: parsePercent(flag)(String(value)) }),
  'max-faulty': (value, flag) => ({ maxFaulty: parsePercent(flag)(String(value)) }),
  'fail-on-regression': (value, flag) => ({ failOnRegression: toggle(value, flag) }),
  'fail-on-flaky': (value, flag) => ({ failOnFlaky: toggle(value, flag) }),
  'fail-on-unjudged': (value, flag) => ({ failOnUnjudged: toggle(value, flag) }),
  'fail-on-idle': (value, flag) => ({ failOnIdle: toggle(value, flag) }),
  replay: (value, flag) => ({ replay: replayMode(value, flag) }),
  db: (value, flag) => ({ db: text(value, flag) }),
  history: (value, flag) => ({ history: toggle(value, flag) }),
  tag: (value, flag) => ({ tag: texts(value, flag) }),
  scorer: (value, flag) => ({ scorer: text(value, flag) }),
  'group-by': (value, flag) => ({ groupBy: texts(value, flag) }),
};

/** `defaults` of a workspace config as flags. Throws naming the entry that no flag has, or whose value it does not take. */
export function configDefaults(defaults: WorkspaceConfig['defaults'], file: string): Partial<TestFlags> {
  const flags: Partial<TestFlags> = {};
  for (const [name, value] of Object.entries(defaults)) {
    const reader = readers[name];
    if (reader === undefined) throw unknownDefault(name, file);
    Object.assign(flags, reader(value, `${file}: defaults.${name}`));
  }
  return flags;
}

function unknownDefault(name: string, file: string): UsageError {
  const near = nearest(name, Object.keys(readers));
  const hint = near === undefined ? `known: ${Object.keys(readers).join(', ')}` : `did you mean "${near}"?`;
  return new UsageError(`${file}: defaults.${name} is not a flag that can have a default; ${hint}`);
}

function text(value: Default, flag: string): string {
  if (typeof value === 'string') return value;
  throw new UsageError(`${flag} must be a text, not ${JSON.stringify(value)}`);
}

function texts(value: Default, flag: string): string[] {
  return Array.isArray(value) ? value : [text(value, flag)];
}

function toggle(value: Default, flag: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new UsageError(`${flag} must be true or false, not ${JSON.stringify(value)}`);
}

function replayMode(value: Default, flag: string): TestFlags['replay'] {
  if (value === 'strict' || value === true) return value;
  if (value === false) return undefined;
  throw new UsageError(`${flag} must be true, false or "strict", not ${JSON.stringify(value)}`);
}

function oneOf<Choice extends string>(choices: readonly Choice[], value: Default, flag: string): Choice {
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  throw new UsageError(`${flag} must be one of ${choices.join(', ')}, not ${JSON.stringify(value)}`);
}
