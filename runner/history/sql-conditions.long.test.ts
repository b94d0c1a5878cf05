import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from './db/index.ts';
import { queriesOfAllRunKinds, queriesOfSimilarRuns, queriesOfSmallerRuns } from './testing/changed-history-queries.ts';
import { historyQueries, runKinds } from './testing/history-queries.ts';
import { historyWrites } from './testing/history-writes.ts';
import { addRunsWithFewerCases, fillHistory, fillWithRunKinds } from './testing/prepared-history.ts';
import { type ConditionProofs, type PreparedHistory, proveConditions } from './testing/prove-conditions.ts';
import { redundantConditions, terminatingConditions } from './testing/redundant-conditions.ts';
import { fillWithSimilarRuns } from './testing/similar-runs.ts';
import { findConditions, withoutCondition } from './testing/sql-conditions.ts';
import { writeEmptyHistory } from './testing/temporary-histories.ts';
import { listUnexecutedStatements } from './testing/unexecuted-statements.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-conditions-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a history and returns the content of its file, so that copies can be opened in memory. */
async function writeHistoryContent(name: string, fill: (database: Database) => Promise<void>): Promise<Buffer> {
  const file = path.join(folder, name, 'history.db');
  writeEmptyHistory(file);
  const database = openDatabase(file);
  await fill(database);
  // A database with a separate log cannot be opened in memory.
  database.sqlite.pragma('journal_mode = DELETE');
  const content = database.sqlite.serialize();
  database.close();
  return content;
}

/** Adds runs that must be counted before runs that must not be, so that the latter are the newest runs. */
const firstKinds = [
  'several',
  'severalAgents',
  'severalConnectors',
  'severalOthers',
  'suite',
  'agent',
  'connector',
  'whole',
];
const sortedKinds = Object.fromEntries(
  [...new Set([...firstKinds, ...Object.keys(runKinds)])].flatMap((name) => {
    const kind = runKinds[name]?.kind;
    return kind === undefined ? [] : [[name, kind] as const];
  }),
);

async function preparedHistories(): Promise<PreparedHistory[]> {
  const all = await writeHistoryContent('all', (database) => fillWithRunKinds(database, sortedKinds));
  const smaller = await writeHistoryContent('smaller', async (database) => {
    await fillWithRunKinds(database, sortedKinds);
    await addRunsWithFewerCases(database);
  });
  const similarRuns = await writeHistoryContent('alike', fillWithSimilarRuns);
  const ofKinds: PreparedHistory[] = [];
  for (const [name, { kind, extra }] of Object.entries(runKinds))
    ofKinds.push({
      content: await writeHistoryContent(name, (database) => fillHistory(database, kind, extra)),
      acts: historyQueries,
    });
  return [
    { content: all, acts: { ...historyQueries, ...queriesOfAllRunKinds } },
    { content: smaller, acts: queriesOfSmallerRuns },
    { content: similarRuns, acts: { ...queriesOfSimilarRuns, ...historyWrites } },
    ...ofKinds,
  ];
}

describe('conditions of statements', () => {
  const redundant = Object.values(redundantConditions).flat();
  const excused = [...redundant, ...terminatingConditions];
  let proofs: ConditionProofs;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_700_100_000_000 });
    proofs = await proveConditions(await preparedHistories(), { endless: terminatingConditions, redundant });
    vi.useRealTimers();
  });

  it('change an answer when they are left out', () => {
    expect(proofs.unproved.filter((name) => !excused.includes(name))).toEqual([]);
  });

  it('are called redundant only where they are executed and change no answer', () => {
    expect(excused.filter((name) => !proofs.unproved.includes(name))).toEqual([]);
  });

  it('are all executed', () => {
    expect(listUnexecutedStatements(proofs.statements)).toEqual([]);
  });

  it('leave answers in the same order when no index is used', () => {
    expect(proofs.unordered).toEqual([]);
  });
});

it.each([
  [
    "SELECT a FROM t WHERE a = 'x AND y' AND (b OR (c > ? AND d BETWEEN 1 AND 2)) ORDER BY a",
    ["a = 'x AND y'", 'b', '(c > ? AND d BETWEEN 1 AND 2)', 'c > ?', 'd BETWEEN 1 AND 2'],
  ],
  ['select "id" from "runs" where ("a" = ? and "b" = ?) limit ?', ['"a" = ?', '"b" = ?']],
  [
    'SELECT 1 FROM a JOIN b ON b.x = a.x AND b.y LEFT JOIN c ON c.x = b.x WHERE EXISTS (SELECT 1 FROM d WHERE d.z)',
    ['b.x = a.x', 'b.y', 'c.x = b.x', 'EXISTS (SELECT 1 FROM d WHERE d.z)', 'd.z'],
  ],
  ['INSERT INTO t VALUES (1) ON CONFLICT (a) DO UPDATE SET b = 1 WHERE c', ['c']],
  [
    'SELECT 1 FROM t WHERE CASE WHEN a AND b THEN c END GROUP BY d HAVING count(*) > 1',
    ['CASE WHEN a AND b THEN c END', 'count(*) > 1'],
  ],
])('the conditions of %s', (sql, conditions) => {
  expect(findConditions(sql).map(({ text }) => text)).toEqual(conditions);
});

it('a removed condition keeps its parameters', () => {
  const sql = 'SELECT 1 FROM t WHERE a = ? AND (b = ? OR c)';
  expect(findConditions(sql).map((condition) => withoutCondition(sql, condition))).toEqual([
    'SELECT 1 FROM t WHERE (1 OR (a = ?)) AND (b = ? OR c)',
    'SELECT 1 FROM t WHERE a = ? AND ((0 AND (b = ?)) OR c)',
    'SELECT 1 FROM t WHERE a = ? AND (b = ? OR (0 AND (c)))',
  ]);
});
