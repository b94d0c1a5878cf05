import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const MAX_FILES = 45;
const MAX_NAMES = 155;

it('keeps every folder small enough to be one concept', () => {
  const files = execFileSync('git', ['ls-files', 'runner', 'lib', 'components'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(?:ts|tsx|css)$/.test(file) && !/\.test\.|\/(?:testing|fixtures)\//.test(file));
  const folders = Map.groupBy(files, (file) => path.dirname(file));
  expect([...folders].filter(([, inside]) => inside.length > MAX_FILES).map(([folder]) => folder)).toEqual([]);
});

it('keeps the vocabulary at the door of contract small', () => {
  const door = readFileSync('runner/contract/index.ts', 'utf8');
  const names = [...door.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, list = '']) =>
    list.split(',').filter((name) => name.trim() !== ''),
  );
  expect(names.length).toBeGreaterThan(0);
  expect(names.length).toBeLessThanOrEqual(MAX_NAMES);
  expect(door).not.toContain('export *');
});
