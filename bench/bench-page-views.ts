import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '../runner/history/db/index.ts';
import { writeResults } from '../runner/history/testing/temporary-histories.ts';
import { caseResult } from '../runner/testing/finished-run.ts';
import { openServer, processUsage } from './dashboard.ts';
import { benchWorkspace, printMeasurement } from './measure.ts';

const RUNS = 1_000;
const CASES = 200;
const SAMPLED_AT = [0, 250, 500, 750, 1_000];

/** Checks that the memory of a server does not grow with the number of runs that are viewed. */
export async function benchPageViews(): Promise<void> {
  const workspace = benchWorkspace();
  const file = path.join(workspace.root, '.runner', 'history.db');
  mkdirSync(path.dirname(file), { recursive: true });
  openDatabase(file).close();
  const results = Array.from({ length: CASES }, (_, index) => caseResult({ id: `case-${index}` }));
  for (let run = 0; run < RUNS; run += 1) await writeResults({ file }, { runId: `run-${run}`, at: run, results });
  const server = await openServer(workspace.root);
  for (let viewed = 0; viewed <= RUNS; viewed += 1) {
    if (SAMPLED_AT.includes(viewed))
      printMeasurement(`memory after ${viewed} runs were looked at`, { mb: processUsage(server.pid).mb });
    if (viewed < RUNS) await openPage(server.url, `run-${viewed}`);
  }
  await server.close();
  workspace.remove();
}

/** Requests everything that the page of a run loads. */
async function openPage(url: string, runId: string): Promise<void> {
  const api = `${url}/api/runs/${runId}`;
  const attempt = `${api}/attempt?suite=tests/suite.jsonl&case=case-7`;
  for (const address of [`${url}/runs/${runId}`, api, `${api}/cases`, `${api}/events`, attempt]) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    await answer.arrayBuffer();
  }
}
