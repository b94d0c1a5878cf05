import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { endlessConditions, redundantConditions } from './redundant-conditions.ts';

const conditions = [...Object.values(redundantConditions).flat(), ...endlessConditions];

// Only long tests prove conditions, and one that is named wrongly lets them run without an end.
it.each(conditions)('names a function that exists: %s', (name) => {
  const [, file = '', prepares = ''] = /^(\S+) (\w*),/.exec(name) ?? [];
  expect(existsSync(file), file).toBe(true);
  expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`\\b${prepares}\\b`));
});
