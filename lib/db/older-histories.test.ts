import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from './index.ts';

describe('a history from before series', () => {
  it('keeps its pins, each for the series of the pinned run', () => {
    const rows = opened(7, (sqlite) => {
      addRun(sqlite, { id: 'model', connector: 'openai.gpt', exitCode: 0 });
      addRun(sqlite, { id: 'own', exitCode: 1 });
      const pin = sqlite.prepare('INSERT INTO baselines (suite_key, run_id, pinned_at) VALUES (?, ?, 7)');
      pin.run('tests/a.jsonl', 'model');
      pin.run('tests/b.jsonl', 'own');
      pin.run('tests/c.jsonl', 'pruned');
    }).all('SELECT suite_key, agent_id, connector, run_id, pinned_at FROM baselines ORDER BY suite_key');
    expect(rows).toEqual([
      { suite_key: 'tests/a.jsonl', agent_id: 'shop', connector: 'openai.gpt', run_id: 'model', pinned_at: 7 },
      { suite_key: 'tests/b.jsonl', agent_id: 'shop', connector: '', run_id: 'own', pinned_at: 7 },
    ]);
  });

  it('knows which of its runs missed nothing', () => {
    const gated = { gates: { failOnRegression: true } };
    const rows = opened(7, (sqlite) => {
      addRun(sqlite, { id: 'passed', exitCode: 0 });
      addRun(sqlite, { id: 'failed', exitCode: 1, reason: '2 failed, 1 error' });
      addRun(sqlite, { id: 'no worse', exitCode: 1, reason: '2 failed, 1 timeout', options: gated });
      addRun(sqlite, { id: 'worse', exitCode: 1, reason: '2 failed, worse than run 019a: 90%', options: gated });
      addRun(sqlite, { id: 'flaky', exitCode: 1, reason: 'flaky: A (1 of 2 passed)', options: gated });
      addRun(sqlite, { id: 'stopped', exitCode: 130, reason: 'cancelled', status: 'cancelled', options: gated });
      addRun(sqlite, { id: 'empty', exitCode: 1, reason: 'nothing was run', passed: 0, options: gated });
    }).all("SELECT id FROM runs WHERE missed = '[]' ORDER BY id");
    expect(rows).toEqual([{ id: 'no worse' }, { id: 'passed' }]);
  });
});

describe('a run of several suites from before they were kept', () => {
  it('knows the agent and the connector of each', () => {
    const started = (suites: object[]) => JSON.stringify({ suites, total: 1 });
    const rows = opened(8, (sqlite) => {
      const addEvent = sqlite.prepare(
        "INSERT INTO events (run_id, seq, at, type, data, blobs) VALUES (?, 1, 1, 'run.started', ?, 0)",
      );
      addRun(sqlite, { id: 'asked for', exitCode: 0, options: { connector: 'large' } });
      addRun(sqlite, { id: 'one', exitCode: 0 });
      addRun(sqlite, { id: 'own', exitCode: 0 });
      const two = [
        { key: 'a.jsonl', agentId: 'shop', connector: 'small' },
        { key: 'b.jsonl', agentId: 'desk' },
      ];
      addEvent.run('asked for', started(two));
      addEvent.run('one', started(two.slice(1)));
      addEvent.run('own', started(two));
    }).all('SELECT id, suites FROM runs ORDER BY id');
    const suites = (first: string | null, second: string | null) =>
      JSON.stringify([
        { key: 'a.jsonl', agentId: 'shop', connector: first },
        { key: 'b.jsonl', agentId: 'desk', connector: second },
      ]);
    expect(rows).toEqual([
      { id: 'asked for', suites: suites('large', 'large') },
      { id: 'one', suites: null },
      { id: 'own', suites: suites('small', null) },
    ]);
  });
});

describe('a history from before runs had an order', () => {
  it('has its runs as they were written, and imported ones where their starts put them', () => {
    const rows = opened(15, (sqlite) => {
      const add = (id: string, startedAt: number, pid = 7): void => {
        addRun(sqlite, { id, exitCode: 0 });
        sqlite.prepare('UPDATE runs SET started_at = ?, pid = ? WHERE id = ?').run(startedAt, pid, id);
      };
      add('first', 10);
      add('dated ahead', 9_000);
      add('second', 20);
      add('imported, old', 5, 0);
      add('third', 30);
      add('imported later', 35, 0);
      add('imported between', 15, 0);
    }).all('SELECT id FROM runs ORDER BY ordinal');
    expect(rows).toEqual(
      ['imported, old', 'first', 'imported between', 'dated ahead', 'second', 'third', 'imported later'].map((id) => ({
        id,
      })),
    );
  });
});

type Run = { id: string; connector?: string; exitCode: number; reason?: string; status?: string; passed?: number };

function addRun(sqlite: BetterSqlite.Database, run: Run & { options?: object }): void {
  const { id, connector = null, exitCode, reason = 'over', passed = 1, options = {} } = run;
  const { status = exitCode === 0 ? 'passed' : 'failed' } = run;
  sqlite
    .prepare(
      `INSERT INTO runs (id, suite_key, agent_id, connector, status, total, attempts, passed, failed, errors, timeouts,
         skipped, started_at, finished_at, exit_code, reason, options, pid, process_token, host, tool_version)
       VALUES (?, 'tests/a.jsonl', 'shop', ?, ?, 1, 1, ?, 0, 0, 0, 0, 1, 2, ?, ?, ?, 1, '', 'here', '1')`,
    )
    .run(id, connector, status, passed, exitCode, reason, JSON.stringify(options));
}

/** Opens a history that had only the first migrations when it was written, and closes it after the test. */
function opened(migrations: number, fill: (sqlite: BetterSqlite.Database) => void): { all(sql: string): unknown[] } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-older-'));
  const file = path.join(folder, 'history.db');
  const older = new BetterSqlite(file);
  const known = readMigrationFiles({ migrationsFolder: path.resolve(import.meta.dirname, '../../drizzle/migrations') });
  for (const { sql } of known.slice(0, migrations)) for (const statement of sql) older.exec(statement);
  older.pragma(`user_version = ${migrations}`);
  fill(older);
  older.close();
  const database = openDatabase(file);
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { all: (sql) => database.sqlite.prepare(sql).all() };
}
