import type { WorkspaceConfig } from '../contract/index.ts';
import { findNearestWord } from '../values/index.ts';
import { getConfigFlagName } from './flags/define-flag.ts';
import { type TestFlags, testFlags } from './flags/test-flags.ts';
import { UsageError } from './usage-error.ts';

/**
 * Converts `defaults` of a workspace config to flags. Throws with the name of the entry if there is no such flag, or if
 * its value is invalid.
 */
export function convertConfigDefaults(defaults: WorkspaceConfig['defaults'], file: string): Partial<TestFlags> {
  const allowed = new Map(
    testFlags
      .filter(([, { config }]) => config === true)
      .map(([name, flag]) => [getConfigFlagName(flag), { name, kind: flag.kind }] as const),
  );
  return Object.fromEntries(
    Object.entries(defaults).map(([key, value]): unknown[] => {
      const flag = allowed.get(key);
      if (flag === undefined) throw createUnknownDefaultError(key, [...allowed.keys()], file);
      return [flag.name, flag.kind.fromConfig(value, `${file}: defaults.${key}`)];
    }),
  );
}

function createUnknownDefaultError(name: string, allowed: readonly string[], file: string): UsageError {
  const nearestName = findNearestWord(name, allowed);
  const hint = nearestName === undefined ? `known: ${allowed.join(', ')}` : `did you mean "${nearestName}"?`;
  return new UsageError(`${file}: defaults.${name} is not a flag that can have a default; ${hint}`);
}
