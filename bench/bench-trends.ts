import path from 'node:path';
import { type Database, openDatabase } from '../runner/history/db/index.ts';
import { readTrends } from '../runner/history/index.ts';
import { openDashboard } from './dashboard.ts';
import { benchWorkspace, printMeasurement } from './measure.ts';

const RUNS = 1_000;
const CASES = 500;
const ATTEMPTS = 2;
const EDITED = 5;
const TRIES = 7;
const MINUTE_MS = 60_000;
const WINDOWS = ['50', '100', '500', 'all'] as const;
const suiteKey = 'tests/support.jsonl';
/** The number of runs for each connector. */
const EVERY_CONNECTOR = '*';
const newest = Date.UTC(2026, 10, 1);

/**
 * Measures trends over 1,000 runs with 1,000,000 attempts in SQLite, and a heat map of 500 cases by 100 runs in a
 * browser.
 */
export async function benchTrends(): Promise<void> {
  const workspace = benchWorkspace();
  const database = openDatabase(path.join(workspace.root, '.runner', 'history.db'));
  fillHistory(database);
  const first = timeReads(() => measureReads(database, { window: 'all', connector: EVERY_CONNECTOR, same: false }));
  printMeasurement('trends of 1,000 runs with 1,000,000 attempts, for the first time', first);
  for (const connector of ['large', 'small', EVERY_CONNECTOR]) {
    for (const window of WINDOWS) {
      for (const same of [false, true]) measureTrends(database, { window, connector, same });
    }
  }
  database.close();
  printMeasurement(`map of ${CASES} cases by 100 runs`, await mapTimes(workspace.root));
  workspace.remove();
}

type TrendsView = { window: (typeof WINDOWS)[number]; connector: string; same: boolean };

function measureTrends(database: Database, shown: TrendsView): void {
  const tries = Array.from({ length: TRIES }, () => timeReads(() => measureReads(database, shown)));
  const wall = tries.map(({ wallMs }) => wallMs).sort((left, right) => left - right);
  const cpu = tries.map(({ cpuMs }) => cpuMs).sort((left, right) => left - right);
  const { window, connector, same } = shown;
  const name = `trends, connector ${connector}, window ${window}${same ? ', same cases' : ''}`;
  printMeasurement(name, { bestMs: wall[0] ?? 0, medianMs: wall[Math.floor(TRIES / 2)] ?? 0, cpuMs: cpu[0] ?? 0 });
}

function measureReads(database: Database, shown: TrendsView) {
  return readTrends(database, { suiteKey, agentId: '', ...shown, now: newest });
}

/** Measures wall time and CPU time; only the latter does not depend on other load. */
function timeReads(run: () => unknown): { wallMs: number; cpuMs: number } {
  const started = performance.now();
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return { wallMs: performance.now() - started, cpuMs: (user + system) / 1_000 };
}

/** Measures scrolling to rows that are not rendered yet, and loading the page up to its first row. */
async function mapTimes(root: string): Promise<{ rowsAnewMs: number; pageMs: number; cellsInPage: number }> {
  const { url, page, close } = await openDashboard(root);
  let rowsAnewMs = Number.POSITIVE_INFINITY;
  let pageMs = Number.POSITIVE_INFINITY;
  const address = `${url}/trends?${new URLSearchParams({ suite: suiteKey, window: '100' })}`;
  const grid = page.getByRole('grid', { name: 'Cases by runs' });
  await page.goto(`${address}&agent=nobody`);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const started = performance.now();
    await page.goto(address);
    await grid.getByRole('row').nth(1).waitFor();
    pageMs = Math.min(pageMs, performance.now() - started);
    await page.waitForLoadState('networkidle');
    rowsAnewMs = Math.min(rowsAnewMs, await page.evaluate(rerenderMs));
  }
  const cellsInPage = await page.locator('[role=grid] td').count();
  await close();
  return { rowsAnewMs, pageMs, cellsInPage };
}

/** Forces all visible cells to render again. */
function rerenderMs(): Promise<number> {
  const scroller = document.querySelector('[role=grid]')?.parentElement;
  if (scroller === null || scroller === undefined) return Promise.resolve(Number.NaN);
  const started = performance.now();
  scroller.scrollTop = scroller.scrollTop > 0 ? 0 : scroller.scrollHeight / 2;
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - started)));
  });
}

/** Fills the real tables with rows as a runner writes them, without the events, which trends never read. */
function fillHistory({ sqlite }: Database): void {
  sqlite.pragma('synchronous = OFF');
  const addRun = sqlite.prepare(
    `INSERT INTO runs (id, suite_key, agent_id, connector, status, total, attempts, passed, failed, errors, timeouts, skipped,
       started_at, finished_at, exit_code, reason, git_commit, options, pid, process_token, host, tool_version, ordinal)
     VALUES (?, ?, 'assistants.support', ?, 'failed', ?, ?, ?, ?, 0, 0, 0, ?, ?, 1, 'some failed', ?, ?, 1, '', 'bench', '1',
       (SELECT coalesce(MAX(ordinal), 0) + 1 FROM runs))`,
  );
  const addAttempt = sqlite.prepare(
    `INSERT INTO attempts (run_id, suite_key, case_id, case_hash, attempt, kind, status, started_at, duration_ms, turns,
       input_tokens, output_tokens, cost, first_seq, last_seq)
     VALUES (?, ?, ?, ?, ?, 'dynamic', ?, ?, ?, ?, 400, 90, 0.002, ?, ?)`,
  );
  const random = historySizes();
  const options = { input: suiteKey, attempts: ATTEMPTS, parallel: 1, failFast: false, timeoutMs: 1_000 };
  for (let run = 0; run < RUNS; run += 1) {
    sqlite.transaction(() => {
      const id = `0199a000-0000-7000-8000-${String(run).padStart(12, '0')}`;
      const at = newest - (RUNS - run) * 60 * MINUTE_MS;
      let passed = 0;
      for (let index = 0; index < CASES * ATTEMPTS; index += 1) {
        const number = index % CASES;
        const good = random() < (number % 10 === 0 ? 0.7 : 0.97);
        if (good) passed += 1;
        const hash = number < EDITED && run > RUNS - 30 ? 'edited' : 'content-hash';
        const caseId = `case-${String(number).padStart(4, '0')}`;
        const [attempt, seq] = [Math.floor(index / CASES) + 1, index * 10];
        const measures = [at + index, random() * 5_000, 1 + Math.floor(random() * 6)];
        addAttempt.run(id, suiteKey, caseId, hash, attempt, good ? 'passed' : 'failed', ...measures, seq + 1, seq + 9);
      }
      const connector = run < RUNS / 2 ? 'small' : 'large';
      const failed = CASES * ATTEMPTS - passed;
      const commit = `c${Math.floor(run / 20)}`;
      addRun.run(id, suiteKey, connector, CASES, ATTEMPTS, passed, failed, at, at + 1, commit, JSON.stringify(options));
    })();
  }
  sqlite.exec('ANALYZE');
}

/** A linear congruential generator, so that the numbers are the same on every machine. */
function historySizes(): () => number {
  let seed = 20_261_121;
  return () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return seed / 2 ** 32;
  };
}
