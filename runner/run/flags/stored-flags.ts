import type { RunOptions } from '../../contract/index.ts';
import { type RepeatedFlags, type StoredFlags, type TestFlags, testFlags } from './test-flags.ts';

/** The options of a run that are its flags as they are. */
export function storedFlags(flags: TestFlags): StoredFlags {
  const values = new Map<string, unknown>(Object.entries(flags));
  return Object.fromEntries(
    testFlags.flatMap(([name, { stored }]): unknown[][] => (stored === undefined ? [] : [[stored, values.get(name)]])),
  );
}

/** The flags that ask for a stored run again. Files are named as it stored them: from its workspace. */
export function restoredFlags(options: RunOptions): Partial<TestFlags> {
  return Object.fromEntries(
    testFlags.flatMap(([name, { restored, stored }]): unknown[][] => {
      if (restored !== undefined) return [[name, restored(options)]];
      return stored === undefined ? [] : [[name, options[stored]]];
    }),
  );
}

/** The flags that the dashboard asks for a stored run again with, apart from those that it has words of its own for. */
export function repeatedFlags(options: RunOptions): RepeatedFlags {
  const restored = new Map<string, unknown>(Object.entries(restoredFlags(options)));
  return Object.fromEntries(
    testFlags.flatMap(([name, { dashboard }]): unknown[][] => (dashboard === true ? [[name, restored.get(name)]] : [])),
  );
}
