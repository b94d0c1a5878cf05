import type { RunOptions } from '../../contract/index.ts';
import { type DashboardRerunFlags, type StoredFlags, type TestFlags, testFlags } from './test-flags.ts';

/** Returns the run options that store the values of flags unchanged. */
export function selectStoredFlags(flags: TestFlags): StoredFlags {
  const values = new Map<string, unknown>(Object.entries(flags));
  return Object.fromEntries(
    testFlags.flatMap(([name, { stored }]): unknown[][] => (stored === undefined ? [] : [[stored, values.get(name)]])),
  );
}

/** Returns the flags that reproduce a stored run. File paths stay as stored: relative to the run's workspace. */
export function restoreFlags(options: RunOptions): Partial<TestFlags> {
  return Object.fromEntries(
    testFlags.flatMap(([name, { restored, stored }]): unknown[][] => {
      if (restored !== undefined) return [[name, restored(options)]];
      return stored === undefined ? [] : [[name, options[stored]]];
    }),
  );
}

/** Returns the flags with which the dashboard repeats a stored run, except the flags that the dashboard sets itself. */
export function restoreDashboardRerunFlags(options: RunOptions): DashboardRerunFlags {
  const restoredValues = new Map<string, unknown>(Object.entries(restoreFlags(options)));
  return Object.fromEntries(
    testFlags.flatMap(([name, { dashboard }]): unknown[][] =>
      dashboard === true ? [[name, restoredValues.get(name)]] : [],
    ),
  );
}
