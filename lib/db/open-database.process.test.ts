import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { moveAside } from './move-aside.ts';
import { openDatabase } from './open-database.ts';
import { sqliteProblem } from './sqlite-problem.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-db-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('openDatabase', () => {
  it('creates the folder and the tables, and opens again', () => {
    const file = path.join(folder, 'deep', 'history.db');
    openDatabase(file).close();
    const database = openDatabase(file);
    const tables = database.sqlite.prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'");
    expect(tables.all().map(({ name }) => name)).toEqual(
      expect.arrayContaining(['attempts', 'blobs', 'events', 'runs']),
    );
    database.close();
  });

  it.skipIf(process.platform === 'win32')('keeps new ones from other users, with all that belongs to them', () => {
    const file = path.join(folder, 'private', 'history.db');
    const database = openDatabase(file);
    database.sqlite.pragma('user_version');
    const modes = ['', '-wal', '-shm'].map((ending) => statSync(`${file}${ending}`).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    database.close();
  });

  it('refuses a database that is newer, and leaves it alone', () => {
    const file = path.join(folder, 'history.db');
    const database = openDatabase(file);
    database.sqlite.pragma('user_version = 99');
    database.close();
    expect(() => openDatabase(file)).toThrow(/newer Turntree \(format 99/);
  });

  it('says what is wrong with a file that is not a database, and leaves it alone', () => {
    const file = path.join(folder, 'history.db');
    openDatabase(file).close();
    writeFileSync(file, 'this is not a database, but somebody may need it '.repeat(100));
    const before = readFileSync(file);
    expect(() => openDatabase(file)).toThrow(/is damaged: file is not a database/);
    expect(readFileSync(file)).toEqual(before);
  });

  it('is created once by processes that start together', async () => {
    const file = path.join(folder, 'race', 'history.db');
    const program = `import { openDatabase } from ${JSON.stringify(new URL('./open-database.ts', import.meta.url).href)}; openDatabase(${JSON.stringify(file)}).close();`;
    const children = Array.from({ length: 6 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'ignore', 'inherit'] }),
    );
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
    expect(codes).toEqual([0, 0, 0, 0, 0, 0]);
  }, 60_000);
});

describe('what SQLite cannot do', () => {
  it('is told in words, with what to do', () => {
    const database = openDatabase(path.join(folder, 'full', 'history.db'));
    const { sqlite } = database;
    const attempt = (sql: string) => {
      try {
        sqlite.prepare(sql).run();
        return undefined;
      } catch (error) {
        return sqliteProblem(error, 'h.db');
      }
    };
    const pages = Number(sqlite.pragma('page_count', { simple: true }));
    sqlite.pragma(`max_page_count = ${pages}`);
    const insert = "INSERT INTO blobs (sha256, bytes) VALUES ('a', zeroblob(100000))";
    expect(attempt(insert)).toMatchObject({ message: 'the history h.db cannot be used: the disk is full' });
    expect(attempt(insert)?.details.join()).toContain('runner prune');
    sqlite.pragma('query_only = ON');
    expect(attempt(insert)?.message).toBe('the history h.db cannot be used: it, or its folder, is read-only');
    database.close();
    expect(sqliteProblem(new Error('something else'), 'h.db')).toBeUndefined();
  });

  it('names another program that keeps it locked', () => {
    const file = path.join(folder, 'locked', 'history.db');
    const [one, other] = [openDatabase(file), openDatabase(file)];
    one.sqlite.exec('BEGIN IMMEDIATE');
    other.sqlite.pragma('busy_timeout = 1');
    expect(() => other.sqlite.exec('BEGIN IMMEDIATE')).toThrow(
      expect.toSatisfy((error: unknown) => sqliteProblem(error)?.message.includes('keeps it locked') === true),
    );
    one.close();
    other.close();
  });
});

describe('moveAside', () => {
  it('keeps what a database has written and not yet filed, beside it', () => {
    const file = path.join(folder, 'aside', 'history.db');
    const database = openDatabase(file);
    database.sqlite.prepare("INSERT INTO blobs (sha256, bytes) VALUES ('kept', x'00')").run();
    const now = new Date('2026-01-02T03:04:05.678Z');
    const kept = moveAside(file, now);
    expect(path.basename(kept)).toBe('history.2026-01-02-03-04-05.db');
    openDatabase(file).close();
    expect(path.basename(moveAside(file, now))).toBe('history.2026-01-02-03-04-05-2.db');
    database.close();
    const reopened = openDatabase(kept);
    expect(reopened.sqlite.prepare('SELECT sha256 FROM blobs').pluck().all()).toEqual(['kept']);
    reopened.close();
  });
});
