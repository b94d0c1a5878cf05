import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import * as z from 'zod';
import { openDatabase } from '../../runner/history/db/index.ts';
import { getRun, listRuns } from '../../runner/history/index.ts';
import { type BenchServer, openServer } from '../dashboard.ts';
import type { Finding, Kill } from './table.ts';
import { CASES, examineHistory, latestRun, leftoverProcesses, type TortureWorkspace } from './workspace.ts';

const READERS = 3;
const LONGEST_LIFE_MS = 2_500;
const startedSchema = z.object({ ok: z.literal(true), runId: z.string() });
const listSchema = z.object({ runs: z.array(z.object({ runId: z.string(), status: z.string() })) });

/** What browsers have received: the last streamed event of each run, and the end that the page showed for each run. */
type DashboardView = { streamed: Map<string, number>; ended: Map<string, string> };

/**
 * Kills the dashboard's server while a run that it started is in progress and pages are being read. The run must still
 * finish.
 */
export async function tortureDashboard(workspace: TortureWorkspace): Promise<Kill> {
  const server = await openServer(workspace.root, workspace.marked);
  const findings = await runsMissingFrom(server, workspace);
  const runId = await startRun(server);
  const shown: DashboardView = { streamed: new Map(), ended: new Map() };
  const readers = [
    watchEvents(server, { runId, shown }),
    ...Array.from({ length: READERS }, () => readPages(server, shown)),
  ];
  await wait(randomInt(LONGEST_LIFE_MS));
  const hit = await server.kill();
  await Promise.all(readers);
  findings.push(...(await leftoverProcesses(workspace)), ...examineHistory(workspace, shown.streamed));
  findings.push(...runsWithoutEnd(workspace, shown));
  const latest = latestRun(workspace);
  if (latest?.runId !== runId || latest.status !== 'passed' || latest.passed !== CASES) {
    findings.push({ what: 'wrong end', how: `${runId}: ${latest?.status}, ${latest?.passed} of ${CASES} passed` });
  }
  return { hit, findings };
}

/** Returns the finished runs that a restarted server does not show with the end that they really had. */
async function runsMissingFrom({ url }: BenchServer, workspace: TortureWorkspace): Promise<Finding[]> {
  const answer = await fetch(`${url}/api/runs?limit=1000`);
  const { runs } = listSchema.parse(await answer.json());
  const shown = new Map(runs.map(({ runId, status }) => [runId, status]));
  return withHistory(workspace, (database) => listRuns(database, { limit: 1_000 })).flatMap(({ runId, status }) =>
    shown.get(runId) === status ? [] : [{ what: 'lost', how: `${runId}: ${status}, shown as ${shown.get(runId)}` }],
  );
}

async function startRun({ url }: BenchServer): Promise<string> {
  const answer = await fetch(`${url}/api/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-turntree': '1' },
    body: JSON.stringify({ suites: ['tortured.jsonl'], agentId: 'slow', attempts: 1, parallel: 2 }),
  });
  return startedSchema.parse(await answer.json()).runId;
}

/** Reads the events of a run like a browser, until the run or the server ends. */
async function watchEvents(
  { url }: BenchServer,
  { runId, shown }: { runId: string; shown: DashboardView },
): Promise<void> {
  const parser = createParser({
    onEvent({ event, id, data }) {
      if (id === undefined) return;
      if (event === 'run.state' && data.includes('"finishedAt":')) shown.ended.set(runId, 'passed');
      shown.streamed.set(runId, Number(id));
      if (data.includes('"type":"run.finished"')) shown.ended.set(runId, 'passed');
    },
  });
  const decoder = new TextDecoder();
  await waitUntilRefused(async () => {
    const { body } = await fetch(`${url}/api/runs/${runId}/events`);
    for await (const bytes of body ?? []) parser.feed(decoder.decode(bytes, { stream: true }));
    return 'done';
  });
}

async function readPages({ url }: BenchServer, { ended }: DashboardView): Promise<void> {
  await waitUntilRefused(async () => {
    await (await fetch(`${url}/runs`)).text();
    const { runs } = listSchema.parse(await (await fetch(`${url}/api/runs`)).json());
    for (const { runId, status } of runs) if (status !== 'running') ended.set(runId, status);
    return 'again';
  });
}

/** Requests that are interrupted by the kill are expected to fail. */
async function waitUntilRefused(ask: () => Promise<'again' | 'done'>): Promise<void> {
  try {
    while ((await ask()) === 'again');
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
  }
}

/** Returns the runs that were shown with another end than they have. */
function runsWithoutEnd(workspace: TortureWorkspace, { ended }: DashboardView): Finding[] {
  return withHistory(workspace, (database) =>
    [...ended].flatMap(([runId, status]): Finding[] => {
      const stored = getRun(database, runId)?.status;
      return stored === status ? [] : [{ what: 'lost', how: `${runId}: shown as ${status}, stored as ${stored}` }];
    }),
  );
}

function withHistory<Value>(
  { db }: TortureWorkspace,
  read: (database: ReturnType<typeof openDatabase>) => Value,
): Value {
  const database = openDatabase(db);
  try {
    return read(database);
  } finally {
    database.close();
  }
}
