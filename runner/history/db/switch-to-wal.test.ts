import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { switchToWal } from './switch-to-wal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-wal-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('waits for another connection that has begun to write a new file', () => {
  const file = path.join(folder, 'new.db');
  const [first, second] = [new BetterSqlite(file), new BetterSqlite(file)];
  first.exec('BEGIN IMMEDIATE');
  const pause = vi.fn(() => void first.exec('COMMIT'));
  switchToWal(second, pause);
  expect(pause).toHaveBeenCalledTimes(1);
  expect(second.pragma('journal_mode', { simple: true })).toBe('wal');
  first.close();
  second.close();
});

it('does not wait for what will not change', () => {
  const file = path.join(folder, 'closed.db');
  const sqlite = new BetterSqlite(file);
  sqlite.close();
  const pause = vi.fn();
  expect(() => switchToWal(sqlite, pause)).toThrow('not open');
  expect(pause).not.toHaveBeenCalled();
});
