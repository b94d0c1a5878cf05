import { findNearestWord } from '../../values/index.ts';
import { UsageError } from '../usage-error.ts';
import { getLongFlagName } from './define-flag.ts';
import { type TestFlags, testFlags } from './test-flags.ts';

/**
 * The flags of `turntree test` that programs may set, by their names in camel case. The other flags are left out: they
 * print something, read the terminal, or have an equivalent option for programs.
 */
export const programFlags = [
  ...['url', 'app', 'env', 'connector', 'user', 'team', 'locale', 'ctx', 'simulator'],
  ...['run', 'case', 'tag', 'scorer', 'lastFailed', 'shard', 'resume', 'before', 'after'],
  ...['runs', 'retries', 'timeout', 'parallel', 'failFast', 'record', 'replay', 'updateSnapshots', 'allowPartial'],
  ...['maxCost', 'minAccuracy', 'thresholdMode', 'minPassRate', 'minCasePassRate', 'maxFaulty', 'failOnRegression'],
  ...['baseline', 'failOnFlaky', 'failOnUnjudged', 'failOnIdle', 'output', 'groupBy', 'reporter', 'db', 'history'],
  'runId',
] as const satisfies readonly (keyof TestFlags)[];

type FlagInput = string | number | boolean | string[];

/**
 * Converts options of a program to flags. The values have the form of those in `defaults` of a workspace config:
 * durations and percentages may be texts. Throws for an unknown name or an invalid value; the error names `caller`.
 */
export function parseProgramFlags(options: Readonly<Record<string, unknown>>, caller: string): Partial<TestFlags> {
  const allowed = new Map(testFlags.filter(([name]) => isProgramFlag(name)));
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, value]): unknown[][] => {
      const flag = allowed.get(name);
      if (flag === undefined) throw createUnknownOptionError(name, caller);
      if (value === undefined) return [];
      if (!isFlagInput(value)) throw new UsageError(`${caller}: "${name}" must be a text, a number, true or false`);
      return [[name, flag.kind.fromConfig(value, `${caller}: "${name}"`)]];
    }),
  );
}

function isProgramFlag(name: string): boolean {
  return programFlags.some((flag) => flag === name);
}

function createUnknownOptionError(name: string, caller: string): UsageError {
  const other = testFlags.find(([flagName, flag]) => flagName === name || getLongFlagName(flag) === `--${name}`);
  if (other !== undefined && isProgramFlag(other[0])) {
    return new UsageError(`${caller}: unknown option "${name}" (did you mean "${other[0]}"?)`);
  }
  if (other !== undefined)
    return new UsageError(`${caller}: ${getLongFlagName(other[1])} is only for the command line`);
  const nearestOption = findNearestWord(name, [
    ...programFlags,
    'agent',
    'cwd',
    'signal',
    'variables',
    'onOutput',
    'repeatable',
  ]);
  return new UsageError(
    `${caller}: unknown option "${name}"${nearestOption === undefined ? '' : ` (did you mean "${nearestOption}"?)`}`,
  );
}

function isFlagInput(value: unknown): value is FlagInput {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string');
  return ['string', 'number', 'boolean'].includes(typeof value);
}
