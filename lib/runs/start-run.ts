import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { placeOfSuite } from '../../runner/fold/index.ts';
import { nearest } from '../../runner/values/index.ts';
import { database } from '../db/index.ts';
import { environment } from '../env.ts';
import { AppError } from '../errors.ts';
import { getRun } from '../history/index.ts';
import { caseFilesBelow, isFileOf, placeBelow } from '../workspace/index.ts';
import type { StartRunAnswer, StartRunRequest } from './start-run-request.ts';

const LOOK_EVERY_MS = 20;
const KEPT_STDERR = 20_000;

const cassetteFlags = { record: ['--record'], replay: ['--replay'], strict: ['--replay', 'strict'] } as const;

/**
 * Starts the `runner` as a process of its own that outlives this one, and answers as soon as the run is in the
 * history, or with what the runner said when it refused to start.
 */
export async function startRun(request: StartRunRequest): Promise<StartRunAnswer> {
  const runId = uuidv7();
  const child = spawnRunner(runId, request);
  const stderr = collect(child);
  const exit = once(child, 'exit');
  const exited = exit.then(
    () => true,
    () => true,
  );
  while (getRun(database(), runId) === undefined) {
    const gone = await Promise.race([exited, wait(LOOK_EVERY_MS, false)]);
    if (gone && getRun(database(), runId) === undefined) return { ok: false, problems: problemsIn(stderr()) };
  }
  child.stderr?.destroy();
  child.unref();
  return { ok: true, runId };
}

function spawnRunner(runId: string, request: StartRunRequest): ChildProcess {
  const { home, workspace, databaseFile } = environment();
  const inputs = new Set(request.suites.map((key) => inputOf(workspace, key)));
  const flags = [
    ...['--app', workspace, '--db', databaseFile, '--run-id', runId],
    ...['--runs', `${request.autoRuns === true ? 'auto:' : ''}${request.attempts}`],
    ...['--parallel', String(request.parallel)],
    ...(request.retries === undefined ? [] : ['--retries', String(request.retries)]),
    ...(request.agentId === undefined ? [] : [`--name=${request.agentId}`]),
    ...(request.url === undefined ? [] : [`--url=${request.url}`]),
    ...(request.connector === undefined ? [] : [`--connector=${request.connector}`]),
    ...(request.simulator === undefined ? [] : [`--simulator=${request.simulator}`]),
    ...(request.locale === undefined ? [] : [`--locale=${request.locale}`]),
    ...(request.allowPartial === true ? ['--allow-partial'] : []),
    ...(request.before === undefined ? [] : [`--before=${request.before}`]),
    ...(request.after === undefined ? [] : [`--after=${request.after}`]),
    ...(request.context === undefined ? [] : [`--ctx=${contextOf(workspace, request.context)}`]),
    ...(request.cassette === undefined ? [] : cassetteFlags[request.cassette]),
    ...(request.cases ?? []).map((id) => `--case=${id}`),
    ...forkFlags(request.fork),
  ];
  return spawn(
    process.execPath,
    [
      '--max-semi-space-size=4',
      path.join(home, 'bin', 'runner.cjs'),
      'test',
      '--quiet',
      '--no-output',
      ...flags,
      '--',
      ...inputs,
    ],
    { cwd: workspace, detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
}

function forkFlags(fork: StartRunRequest['fork']): string[] {
  if (fork === undefined) return [];
  const { runId, attempt, turn, message, system } = fork;
  return [
    ...[`--fork=${runId}`, `--fork-attempt=${attempt}`, `--fork-turn=${turn}`],
    ...(message === undefined ? [] : [`--fork-message=${message}`]),
    ...(system === undefined ? [] : [`--fork-system=${system}`]),
  ];
}

/** Keys that the command line would read otherwise than as the names of files. */
const readOtherwise = /^(@|scripts[.:]|agents:)/;

function inputOf(workspace: string, key: string): string {
  requireFile(workspace, placeOfSuite(key).file);
  return readOtherwise.test(key) ? `./${key}` : key;
}

function contextOf(workspace: string, context: string): string {
  requireFile(workspace, context.split(path.sep).join('/'));
  return context;
}

/** What a request names must be a file of the workspace: anything else could be a message, or lie anywhere. */
function requireFile(workspace: string, key: string): void {
  if (isFileOf(workspace, key)) return;
  const place = placeBelow(workspace, key);
  if (place === undefined || existsSync(place)) {
    throw new AppError(
      'invalid_request',
      `${key} is not run: it is outside the workspace, hidden, a link or a folder.`,
    );
  }
  const near = nearest(key, caseFilesBelow(workspace));
  throw new AppError(
    'invalid_request',
    `${key} does not exist in this workspace.`,
    near === undefined ? [] : [`Did you mean ${near}?`],
  );
}

function collect(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8');
  child.stderr?.on('data', (chunk: string) => {
    if (text.length < KEPT_STDERR) text += chunk;
  });
  child.on('error', (error) => {
    text += error.message;
  });
  return () => text;
}

function problemsIn(stderr: string): string[] {
  const lines = stderr
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !line.startsWith('runner: exit '));
  return lines.length > 0 ? lines : ['the runner ended before the run began, without saying why'];
}
