import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type ExperimentFolders,
  listenForStopSignals,
  maskSecretsInOutput,
  runExperiment,
  UsageError,
} from '../run/index.ts';
import type { ExperimentResult } from '../run/published/index.ts';
import { findWorkspace } from '../workspace/find-workspace.ts';
import type { ExperimentConfig } from './experiment-config.ts';
import { parseExperimentConfig } from './read-experiment-config.ts';

/**
 * Scores the rows of a CSV file that have `scorerType`, with scorers of the running program, in this process. Prints
 * progress, writes the results to a JSON file as they come, records the run in the history of the workspace, and
 * returns the content of the file. Sets `process.exitCode` when a row did not pass. Rejects with one error, before
 * anything has run, for an invalid config or table.
 */
export async function runExperimentTests(config: ExperimentConfig): Promise<ExperimentResult> {
  const { stdout, stderr, env: variables } = process;
  const terminal = maskSecretsInOutput({ stdout, stderr, variables, cwd: process.cwd() });
  const stopSignals = listenForStopSignals();
  try {
    const settings = parseExperimentConfig(config, variables.CONCURRENCY);
    const place = findExperimentFolders(process.argv[1], terminal.cwd);
    const { exitCode, file, problems } = await runExperiment({ settings, place }, terminal, stopSignals.signal);
    if (exitCode !== 0) process.exitCode = exitCode;
    if (file === undefined) throw new UsageError('the results could not be saved', problems);
    return readExperimentResult(file);
  } catch (error) {
    throw addDetailsToMessage(error);
  } finally {
    stopSignals.release();
    // The runner has handled the signal to stop the run. It is sent again, because it was meant for the whole program.
    if (stopSignals.signal.aborted)
      process.kill(process.pid, stopSignals.signal.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT');
  }
}

/**
 * Returns the workspace and the folder for the results. The workspace is the one that contains the running script,
 * otherwise the folder of the script's package.json, otherwise the current folder. Results are in a sibling of the
 * script's folder: for `scripts/`, in `test-results/`.
 */
function findExperimentFolders(script: string | undefined, cwd: string): ExperimentFolders {
  const isOwn = script !== undefined && !script.split(path.sep).includes('node_modules');
  if (!isOwn) return { root: findWorkspace(cwd) ?? cwd, outputDir: path.join(cwd, 'test-results') };
  const folder = path.dirname(path.resolve(cwd, script));
  return {
    root: findWorkspace(folder) ?? findPackageFolder(folder) ?? cwd,
    outputDir: path.join(folder, '..', 'test-results'),
  };
}

function findPackageFolder(startFolder: string): string | undefined {
  for (let folder = startFolder; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'package.json'))) return folder;
    if (folder === path.dirname(folder)) return undefined;
  }
}

function readExperimentResult(file: string): ExperimentResult {
  const result: ExperimentResult = JSON.parse(readFileSync(file, 'utf8'));
  return result;
}

/** Adds the details of an error to its message. Commands print them below the message, but other programs would not. */
function addDetailsToMessage(error: unknown): unknown {
  if (!(error instanceof Error) || !('details' in error) || !Array.isArray(error.details)) return error;
  return new Error([error.message, ...error.details.map((detail) => `  ${String(detail)}`)].join('\n'));
}
