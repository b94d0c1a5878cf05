import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { reasonAgainst } from './environment.mjs';

let root = '';
const here = () => ({ root, temporary: os.tmpdir(), isOldNode: false, freeGb: () => 100 });

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'turntree-environment-'));
  mkdirSync(path.join(root, 'node_modules', '.bin'), { recursive: true });
  writeFileSync(path.join(root, 'node_modules', '.bin', 'vitest'), '');
});

afterEach(() => rmSync(root, { recursive: true }));

it('finds nothing to refuse in an installed checkout with room', () => {
  expect(reasonAgainst(here())).toBeUndefined();
});

it('asks for the dependencies', () => {
  rmSync(path.join(root, 'node_modules'), { recursive: true });
  expect(reasonAgainst(here())).toContain('run "npm ci" first');
});

it('refuses an old Node', () => {
  expect(reasonAgainst({ ...here(), isOldNode: true })).toMatch(/^Node \d+\.\d+\.\d+ is too old for the tests/);
});

it.each(['root', 'temporary'] as const)('refuses a disk without room for the folder %s', (which) => {
  const place = here();
  const freeGb = (folder: string) => (folder === place[which] ? 0.25 : 100);
  expect(reasonAgainst({ ...place, freeGb })).toContain(`in ${place[which]}, and 0.3 GB are free: make room`);
});
