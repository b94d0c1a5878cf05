import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import BetterSqlite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { findDamage } from './find-damage.ts';
import { openDatabase } from './open-database.ts';

it('finds a pack of events that is not what was written, of which SQLite knows nothing', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-damage-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'history.db');
  openDatabase(file).close();
  const sqlite = new BetterSqlite(file);
  onTestFinished(() => void sqlite.close());
  const bytes = deflateSync('events '.repeat(1_000));
  const insertRow = sqlite.prepare(
    'INSERT INTO event_packs (run_id, seq, count, size, blobs, bytes) VALUES (?, ?, 1, 1, 0, ?)',
  );
  insertRow.run('run-1', 7, bytes);
  expect(findDamage(sqlite)).toBeUndefined();
  insertRow.run('run-2', 9, bytes.fill(0xa5, 8, 12));
  expect(findDamage(sqlite)).toBe('events up to 9 of run run-2 cannot be read');
});
