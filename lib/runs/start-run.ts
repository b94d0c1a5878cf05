import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { parseSuiteKey } from '../../runner/fold/index.ts';
import { database } from '../../runner/history/db/index.ts';
import { getRun } from '../../runner/history/index.ts';
import { readEnvironment } from '../../runner/host/env.ts';
import { AppError } from '../../runner/host/errors.ts';
import { formatFlagArguments } from '../../runner/run/flags/flag-arguments.ts';
import { findNearestWord } from '../../runner/values/index.ts';
import { isWorkspaceFile, listCaseFilesBelow, resolvePathBelowWorkspace } from '../../runner/workspace/index.ts';
import type { BisectRequest, RunStartOptions, StartRunAnswer } from './start-run-request.ts';

const POLL_INTERVAL_MS = 20;
const MAX_STDERR_CHARACTERS = 20_000;

const replayFlagByCassetteMode = { record: undefined, replay: true, strict: 'strict' } as const;

/**
 * Starts a run in a separate process, which continues if this process ends. Returns as soon as the run is in the
 * history; if it cannot start, returns the runner's messages.
 */
export async function startRun(request: RunStartOptions): Promise<StartRunAnswer> {
  const { workspace } = readEnvironment();
  const inputs = new Set(request.suites.map((key) => toInputArgument(workspace, key)));
  const flags = { ...toRunnerFlags(request, workspace), quiet: true, output: false } as const;
  return startRunnerAndWaitForRun((location) => [
    'test',
    ...formatFlagArguments({ ...flags, ...location }),
    '--',
    ...inputs,
  ]);
}

/** Starts a bisection in a separate process, in the same way as `startRun`. */
export async function startBisection(
  runId: string,
  { suite, case: caseId, attempt, budget }: BisectRequest,
): Promise<StartRunAnswer> {
  return startRunnerAndWaitForRun((location) => [
    'bisect',
    ...formatFlagArguments({ ...location, quiet: true }),
    ...[`--suite=${suite}`, `--budget=${budget}`],
    ...['--', runId, `${caseId}#${attempt}`],
  ]);
}

type StartedRunLocation = { app: string; db: string; runId: string };

async function startRunnerAndWaitForRun(
  words: (location: StartedRunLocation) => readonly string[],
): Promise<StartRunAnswer> {
  const runId = uuidv7();
  const { workspace: app, databaseFile: db } = readEnvironment();
  const child = spawnRunner(words({ app, db, runId }));
  const stderr = collectStderr(child);
  const exit = once(child, 'exit');
  const exited = exit.then(
    () => true,
    () => true,
  );
  while (getRun(database(), runId) === undefined) {
    const exitResult = await Promise.race([exited, wait(POLL_INTERVAL_MS, false)]);
    if (exitResult && getRun(database(), runId) === undefined)
      return { ok: false, problems: parseProblemLines(stderr()) };
  }
  child.stderr?.destroy();
  child.unref();
  return { ok: true, runId };
}

function spawnRunner(words: readonly string[]): ChildProcess {
  const { home, workspace } = readEnvironment();
  const memory = ['--min-semi-space-size=4', '--max-semi-space-size=8'];
  return spawn(process.execPath, [...memory, path.join(home, 'bin', 'turntree.cjs'), ...words], {
    cwd: workspace,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Converts a request to command-line flags. Renames the fields whose flags have other names. */
function toRunnerFlags(
  { suites: _, agentId, attempts, autoRuns, context, cassette, cases, fork, ...flags }: RunStartOptions,
  workspace: string,
): Parameters<typeof formatFlagArguments>[0] {
  return {
    ...flags,
    runs: autoRuns === true ? { auto: attempts } : attempts,
    name: agentId,
    ctx: context === undefined ? undefined : requireContextFile(workspace, context),
    record: cassette === 'record',
    replay: cassette === undefined ? undefined : replayFlagByCassetteMode[cassette],
    case: cases,
    fork: fork?.runId,
    forkAttempt: fork?.attempt,
    forkTurn: fork?.turn,
    forkMessage: fork?.message,
    forkSystem: fork?.system,
  };
}

/** Matches names of case files that the command line would mistake for another kind of input. */
const nonFileInputPattern = /^(@|scripts[.:]|agents:)/;

function toInputArgument(workspace: string, key: string): string {
  requireFile(workspace, parseSuiteKey(key).file);
  return nonFileInputPattern.test(key) ? `./${key}` : key;
}

function requireContextFile(workspace: string, context: string): string {
  requireFile(workspace, context.split(path.sep).join('/'));
  return context;
}

/**
 * Throws if the key is not a file of the workspace. Otherwise, the command line could read it as a message or as a path
 * outside the workspace.
 */
function requireFile(workspace: string, key: string): void {
  if (isWorkspaceFile(workspace, key)) return;
  const filePath = resolvePathBelowWorkspace(workspace, key);
  if (filePath === undefined || existsSync(filePath)) {
    throw new AppError(
      'invalid_request',
      `${key} cannot be run: it is outside the workspace, hidden, a link or a folder.`,
    );
  }
  const nearestKey = findNearestWord(key, listCaseFilesBelow(workspace));
  throw new AppError(
    'invalid_request',
    `${key} does not exist in this workspace.`,
    nearestKey === undefined ? [] : [`Did you mean ${nearestKey}?`],
  );
}

function collectStderr(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8');
  child.stderr?.on('data', (chunk: string) => {
    if (text.length < MAX_STDERR_CHARACTERS) text += chunk;
  });
  child.on('error', (error) => {
    text += error.message;
  });
  return () => text;
}

function parseProblemLines(stderr: string): string[] {
  const lines = stderr
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !line.startsWith('turntree: exit '));
  return lines.length > 0 ? lines : ['the process of the run ended before the run began and gave no reason'];
}
