import type { RunOptions } from '../../contract/index.ts';
import { type DashboardRerunFlags, type StoredFlags, type TestFlags, testFlags } from './test-flags.ts';

/** The run options that store flags unchanged. */
export function selectStoredFlags(flags: TestFlags): StoredFlags {
  const values = new Map<string, unknown>(Object.entries(flags));
  return Object.fromEntries(
    testFlags.flatMap(([name, { stored }]): unknown[][] => (stored === undefined ? [] : [[stored, values.get(name)]])),
  );
}

/** The flags that reproduce a stored run. File paths are as stored: relative to its workspace. */
export function restoreFlags(options: RunOptions): Partial<TestFlags> {
  return Object.fromEntries(
    testFlags.flatMap(([name, { restored, stored }]): unknown[][] => {
      if (restored !== undefined) return [[name, restored(options)]];
      return stored === undefined ? [] : [[name, options[stored]]];
    }),
  );
}

/** The flags with which the dashboard repeats a stored run, except those that the dashboard sets itself. */
export function restoreDashboardRerunFlags(options: RunOptions): DashboardRerunFlags {
  const restoredValues = new Map<string, unknown>(Object.entries(restoreFlags(options)));
  return Object.fromEntries(
    testFlags.flatMap(([name, { dashboard }]): unknown[][] =>
      dashboard === true ? [[name, restoredValues.get(name)]] : [],
    ),
  );
}
