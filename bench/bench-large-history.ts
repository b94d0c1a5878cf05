import path from 'node:path';
import type { CaseResult } from '../runner/contract/index.ts';
import { type Database, openDatabase } from '../runner/history/db/index.ts';
import { writeResults } from '../runner/history/testing/temporary-histories.ts';
import { readToolVersion } from '../runner/host/installation.ts';
import { caseResult } from '../runner/testing/finished-run.ts';
import { measurePage, openServer } from './dashboard.ts';
import { benchWorkspace, printMeasurement, projectRoot } from './measure.ts';

const RUNS = 2_000;
const CASES = 500;
/** The number of runs that a runner writes; all others are copies made in SQL. */
const WRITTEN = 20;
const HOUR_MS = 3_600_000;
const newest = Date.UTC(2026, 10, 1);
const suite = 'tests/suite.jsonl';

/**
 * Measures the first response for each page over a history of 2,000 runs with 1,000,000 attempts (goal: under 300 ms).
 */
export async function benchLargeHistory(): Promise<void> {
  const workspace = benchWorkspace();
  const database = openDatabase(path.join(workspace.root, '.runner', 'history.db'));
  const started = performance.now();
  await fillHistory(database);
  printMeasurement(`a history of ${RUNS} runs and ${RUNS * CASES} attempts`, {
    writtenMs: performance.now() - started,
  });
  database.close();
  workspace.suite('tests/suite', CASES);
  const server = await openServer(workspace.root);
  for (const address of pageAddresses()) await measurePage(server.url, address);
  await server.close();
  workspace.remove();
}

const formatRunId = (run: number): string => `0199a000-0000-7000-8000-${String(run).padStart(12, '0')}`;

async function fillHistory(database: Database): Promise<void> {
  for (let run = 0; run < WRITTEN; run += 1) {
    const results = Array.from({ length: CASES }, (_, index) => buildResult(run, index));
    const parts = { agentId: 'shop', gitCommit: `c${run}`, connector: run % 2 === 0 ? 'small' : 'large' };
    await writeResults(database, { runId: formatRunId(run), at: newest - (RUNS - run) * HOUR_MS, results, ...parts });
  }
  const { sqlite } = database;
  sqlite.pragma('synchronous = OFF');
  const copies = tablesToCopy.map(({ table, changed }) => {
    const columns = sqlite.pragma(`table_info(${table})`) as { name: string }[];
    const values = columns.map(({ name }) => (name in changed ? changed[name] : name));
    return { key: changed.run_id === undefined ? 'id' : 'run_id', table, values: values.join(', ') };
  });
  for (let run = WRITTEN; run < RUNS; run += 1) {
    const bound = { from: formatRunId(run % WRITTEN), to: formatRunId(run), later: (run - (run % WRITTEN)) * HOUR_MS };
    sqlite.transaction(() => {
      for (const { table, key, values } of copies) {
        sqlite.prepare(`INSERT INTO ${table} SELECT ${values} FROM ${table} WHERE ${key} = :from`).run(bound);
      }
    })();
  }
  sqlite.exec('ANALYZE');
}

/** For each table, the columns whose values must differ in a copied run. Texts are the same in all copies. */
const tablesToCopy: { table: string; changed: Record<string, string> }[] = [
  { table: 'runs', changed: { id: ':to', started_at: 'started_at + :later', finished_at: 'finished_at + :later' } },
  { table: 'attempts', changed: { run_id: ':to', started_at: 'started_at + :later' } },
  { table: 'events', changed: { run_id: ':to', at: 'at + :later' } },
  { table: 'event_packs', changed: { run_id: ':to' } },
  // Marks the copied runs as already read by this version of the program. Otherwise the first requests would read them
  // again, 40 runs at a time.
  { table: 'runs_read', changed: { run_id: ':to', version: `'${readToolVersion(projectRoot)}'` } },
  { table: 'searched_runs', changed: { run_id: ':to', number: 'NULL' } },
];

function buildResult(run: number, index: number): CaseResult {
  const isFailed = index % 10 === 0 && (run + index) % 3 === 0;
  return {
    ...caseResult({
      id: `case-${index}`,
      status: isFailed ? 'failed' : 'passed',
      output: `The parcel ${index} arrives on day ${run}.`,
    }),
    startedAt: newest - (RUNS - run) * HOUR_MS + index,
  };
}

function pageAddresses(): string[] {
  const [head, base] = [formatRunId(RUNS - 1), formatRunId(RUNS - 3)];
  const one = new URLSearchParams({ suite, case: 'case-0' });
  const pair = new URLSearchParams({ base, head });
  return [
    '/',
    '/api/overview',
    '/runs',
    `/runs/${head}`,
    `/runs/${head}?${one}`,
    `/runs/${head}/failures`,
    `/runs/${head}/review`,
    `/trends?${new URLSearchParams({ suite, window: 'all' })}`,
    `/trends/case?${one}`,
    '/compare',
    `/compare?${pair}`,
    '/compare/matrix',
    `/compare/matrix?${new URLSearchParams({ suite, agent: 'shop' })}`,
    '/search?q=parcel',
    '/cases',
    `/cases?${new URLSearchParams({ file: suite })}`,
    '/settings',
    '/api/runs',
    '/api/runs?q=s:failed',
    `/api/runs/${head}`,
    `/api/trends?${new URLSearchParams({ suite, agent: '', window: 'all', connector: '*' })}`,
    `/api/trends/case?${one}`,
    `/api/case-history?${one}`,
    `/api/compare?${pair}`,
    '/api/search?q=parcel',
  ];
}
