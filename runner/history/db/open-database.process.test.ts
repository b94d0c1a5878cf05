import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { renameDatabaseAside } from './move-aside.ts';
import { openDatabase, openForReading } from './open-database.ts';
import { toSqliteProblem } from './sqlite-problem.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-db-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const PAGE = 4096;

/** Creates and closes a history of about forty pages, or a history that is too large to be checked completely. */
function closedHistory(name: string, rows = 40): string {
  const file = path.join(folder, name, 'history.db');
  const { sqlite, close } = openDatabase(file);
  const insert = sqlite.prepare('INSERT INTO blobs (sha256, bytes) VALUES (?, zeroblob(900))');
  sqlite.transaction(() => {
    for (let row = 0; row < rows; row += 1) insert.run(`${row}`);
  })();
  close();
  return file;
}

function overwrite(file: string, offset: number, bytes: Uint8Array): void {
  const all = readFileSync(file);
  all.set(bytes, offset);
  writeFileSync(file, all);
}

const harms: [name: string, harm: (file: string) => void][] = [
  ['is cut off', (file) => truncateSync(file, statSync(file).size - 3 * PAGE)],
  ['is cut off in the middle of its first page', (file) => truncateSync(file, 1_000)],
  ['has a first page of garbage behind its header', (file) => overwrite(file, 100, Buffer.alloc(PAGE - 100, 0xab))],
  ['has a page of zeros', (file) => overwrite(file, 2 * PAGE, Buffer.alloc(PAGE))],
  ['has the header of a page overwritten', (file) => overwrite(file, PAGE, Buffer.alloc(12, 0xff))],
  ['begins with something else', (file) => overwrite(file, 0, Buffer.from('something'))],
  [
    'is empty but for its log',
    (file) => {
      truncateSync(file, 0);
      writeFileSync(`${file}-wal`, 'log '.repeat(99));
    },
  ],
];

describe('a damaged history', () => {
  it.each(
    harms.flatMap(([name, harm]) => [[name, 40, harm] as const, [`${name}, and is large`, 3_000, harm] as const]),
  )('that %s is refused in words, and stays as it is', (_, rows, harm) => {
    const file = closedHistory('harmed', rows);
    harm(file);
    const before = readFileSync(file);
    expect(() => openDatabase(file)).toThrow(
      expect.objectContaining({
        code: 'database_damaged',
        message: expect.stringContaining(`the history ${file} is damaged: `),
        details: expect.arrayContaining([expect.stringContaining('turntree history reset')]),
      }),
    );
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('is refused and never changed, whatever page has its beginning overwritten', () => {
    const file = closedHistory('pages');
    const intact = readFileSync(file);
    const openedOffsets: number[] = [];
    for (let offset = 0; offset < intact.length; offset += PAGE) {
      const harmed = Buffer.from(intact).fill(0xab, offset, offset + 8);
      writeFileSync(file, harmed);
      try {
        openDatabase(file).close();
        openedOffsets.push(offset / PAGE);
      } catch (error) {
        expect(error).toMatchObject({ code: 'database_damaged' });
        expect(readFileSync(file).equals(harmed)).toBe(true);
      }
    }
    expect(openedOffsets).toEqual([]);
    writeFileSync(file, intact);
    openDatabase(file).close();
  });

  it('can be opened to be read, which changes nothing', () => {
    const file = closedHistory('readable');
    overwrite(file, statSync(file).size - PAGE, Buffer.alloc(8, 0xff));
    const before = readFileSync(file);
    const { sqlite, close } = openForReading(file);
    expect(sqlite.prepare('SELECT count(*) FROM runs').pluck().get()).toBe(0);
    expect(() => sqlite.exec('DELETE FROM runs')).toThrow(/readonly/);
    close();
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('is not what a transaction looks like that its process did not live to end', () => {
    const file = closedHistory('log');
    const { sqlite, close } = openDatabase(file);
    sqlite.prepare("INSERT INTO blobs (sha256, bytes) VALUES ('logged', x'00')").run();
    for (const suffix of ['', '-wal']) {
      writeFileSync(`${path.join(folder, 'left.db')}${suffix}`, readFileSync(`${file}${suffix}`));
    }
    close();
    const remaining = openDatabase(path.join(folder, 'left.db'));
    expect(remaining.sqlite.prepare("SELECT count(*) FROM blobs WHERE sha256 = 'logged'").pluck().get()).toBe(1);
    remaining.close();
  });
});

describe('openDatabase', () => {
  it('says of a folder that it is none', () => {
    mkdirSync(path.join(folder, 'folder.db'), { recursive: true });
    expect(() => openDatabase(path.join(folder, 'folder.db'))).toThrow(/folder\.db cannot be used: /);
  });

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
    const modes = ['', '-wal', '-shm'].map((suffix) => statSync(`${file}${suffix}`).mode & 0o777);
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
    const program = `import { openDatabase, openForReading } from ${JSON.stringify(new URL('./open-database.ts', import.meta.url).href)}; openDatabase(${JSON.stringify(file)}).close();`;
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
        return toSqliteProblem(error, 'h.db');
      }
    };
    const pages = Number(sqlite.pragma('page_count', { simple: true }));
    sqlite.pragma(`max_page_count = ${pages}`);
    const insert = "INSERT INTO blobs (sha256, bytes) VALUES ('a', zeroblob(100000))";
    expect(attempt(insert)).toMatchObject({ message: 'the history h.db cannot be used: the disk is full' });
    expect(attempt(insert)?.details.join()).toContain('Make room on the disk');
    sqlite.pragma('query_only = ON');
    expect(attempt(insert)?.message).toBe('the history h.db cannot be used: it, or its folder, is read-only');
    database.close();
    expect(toSqliteProblem(new Error('something else'), 'h.db')).toBeUndefined();
  });

  it('names another program that keeps it locked', () => {
    const file = path.join(folder, 'locked', 'history.db');
    const [firstConnection, secondConnection] = [openDatabase(file), openDatabase(file)];
    firstConnection.sqlite.exec('BEGIN IMMEDIATE');
    secondConnection.sqlite.pragma('busy_timeout = 1');
    expect(() => secondConnection.sqlite.exec('BEGIN IMMEDIATE')).toThrow(
      expect.toSatisfy((error: unknown) => toSqliteProblem(error)?.message.includes('keeps it locked') === true),
    );
    firstConnection.close();
    secondConnection.close();
  });
});

describe('renameDatabaseAside', () => {
  it('keeps what a database has written and not yet filed, beside it', () => {
    const file = path.join(folder, 'aside', 'history.db');
    const database = openDatabase(file);
    database.sqlite.prepare("INSERT INTO blobs (sha256, bytes) VALUES ('kept', x'00')").run();
    const now = new Date('2026-01-02T03:04:05.678Z');
    const movedFile = renameDatabaseAside(file, now);
    expect(path.basename(movedFile)).toBe('history.2026-01-02-03-04-05.db');
    openDatabase(file).close();
    expect(path.basename(renameDatabaseAside(file, now))).toBe('history.2026-01-02-03-04-05-2.db');
    database.close();
    const reopened = openDatabase(movedFile);
    expect(reopened.sqlite.prepare('SELECT sha256 FROM blobs').pluck().all()).toEqual(['kept']);
    reopened.close();
  });
});
