import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from './open-database.ts';

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

  it('refuses a database that is newer, and leaves it alone', () => {
    const file = path.join(folder, 'history.db');
    const database = openDatabase(file);
    database.sqlite.pragma('user_version = 99');
    database.close();
    expect(() => openDatabase(file)).toThrow(/newer Turntree \(format 99/);
  });

  it('says what is wrong with a file that is no database, and leaves it alone', () => {
    const file = path.join(folder, 'history.db');
    openDatabase(file).close();
    writeFileSync(file, 'this is not a database, but somebody may need it '.repeat(100));
    const before = readFileSync(file);
    expect(() => openDatabase(file)).toThrow(/cannot be used: file is not a database/);
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
  });
});
