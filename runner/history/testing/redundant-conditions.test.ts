import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { redundantConditions, terminatingConditions } from './redundant-conditions.ts';

const conditions = [...Object.values(redundantConditions).flat(), ...terminatingConditions];

// Only long tests use these conditions. With a wrong name, such a test would run forever, so the names are checked
// here.
it.each(conditions)('names a function that exists: %s', (name) => {
  const [, file = '', prepares = ''] = /^(\S+) (\w*),/.exec(name) ?? [];
  expect(existsSync(file), file).toBe(true);
  expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`\\b${prepares}\\b`));
});
