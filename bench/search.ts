import { statSync } from 'node:fs';
import path from 'node:path';
import { type Database, openDatabase } from '../lib/db/index.ts';
import { searchHistory } from '../lib/history/index.ts';
import { emptyBatch } from '../lib/history/write/batch.ts';
import { batchFiller } from '../lib/history/write/batch-filler.ts';
import { prepareBatchWriter } from '../lib/history/write/write-batch.ts';
import type { CaseResult } from '../runner/contract/index.ts';
import { eventsOfResults } from '../runner/testing/record-results.ts';
import { benchWorkspace, report } from './measure.ts';

const RUNS = 200;
const CASES = 500;
const TURNS = 10;
const TRIES = 7;
const VOCABULARY = 20_000;

/** Words in 1,000,000 turns of 100,000 conversations. */
export async function search(): Promise<void> {
  const workspace = benchWorkspace();
  const database = openDatabase(path.join(workspace.root, '.runner', 'history.db'));
  const started = performance.now();
  fill(database);
  report(`${RUNS * CASES * TURNS} turns written`, { ms: performance.now() - started, ...sizes(database) });
  const wishes = [
    'w1',
    '"w1 w2"',
    'said:"w3 w9 w4"',
    'w5k',
    'tool:lookup_order',
    'w1 w2 w3 w4',
    'w1 !w2 !w3',
    'tool:lookup_order s:failed',
    'w1 s:error',
    'w1 new:',
    'nobodysaysthis',
  ];
  for (const text of wishes) measure(database, text);
  measure(database, 'w1', 'run-100');
  measure(database, '"w1 w2"', 'run-100');
  database.close();
  workspace.remove();
}

function measure(database: Database, text: string, runId?: string): void {
  const times = Array.from({ length: TRIES }, () => {
    const started = performance.now();
    searchHistory(database, { text, runId });
    return performance.now() - started;
  });
  const { hits } = searchHistory(database, { text, runId });
  const sorted = times.toSorted((left, right) => left - right);
  report(`search ${text}${runId === undefined ? '' : ` in ${runId}`}`, {
    firstMs: times[0] ?? 0,
    medianMs: sorted[Math.floor(TRIES / 2)] ?? 0,
    hits: hits.length,
  });
}

function sizes({ sqlite }: Database): { historyMb: number; wordsMb: number } {
  const bytes = (names: string) =>
    Number(sqlite.prepare(`SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE name ${names}`).pluck().get());
  const words = bytes("IN ('passages', 'passages_by_run', 'searched_runs') OR name LIKE 'said%'");
  return { historyMb: statSync(sqlite.name).size / 1e6, wordsMb: words / 1e6 };
}

function fill(database: Database): void {
  const write = prepareBatchWriter(database.sqlite);
  const word = drawnWords();
  const text = (count: number) => Array.from({ length: count }, word).join(' ');
  for (let run = 0; run < RUNS; run += 1) {
    const runId = `run-${run}`;
    const results = Array.from({ length: CASES }, (_, place) =>
      conversation(`case-${place}`, (run + place) % 10 === 0, text),
    );
    const batch = emptyBatch(runId);
    const add = batchFiller();
    for (const [place, body] of eventsOfResults({ runId, at: run, results }).entries()) {
      add(batch, { v: 1, runId, seq: place + 1, at: run, ...body });
    }
    write(batch);
  }
}

function conversation(id: string, isFailed: boolean, text: (count: number) => string): CaseResult {
  return {
    ...{ id, kind: 'dynamic', attempt: 1, status: isFailed ? 'failed' : 'passed', assertions: [], toolCalls: [] },
    ...{ startedAt: 1, durationMs: 1 },
    turns: Array.from({ length: TURNS }, (_, place) => ({
      ...{ turn: place + 1, origin: 'simulator', input: text(12), startedAt: 1, durationMs: 1, checkpointsReached: [] },
      response: {
        content: text(30),
        toolCalls:
          place % 3 === 0 ? [{ tool: 'lookup_order', arguments: { order: text(2) }, result: { state: text(5) } }] : [],
      },
    })),
  };
}

/** Words as unevenly frequent as those of a language, and the same in every run of the bench. */
function drawnWords(): () => string {
  let seed = 1;
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return `w${Math.floor(VOCABULARY * (seed / 2_147_483_648) ** 3).toString(36)}`;
  };
}
