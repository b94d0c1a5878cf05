import { readEnvironment } from '../../runner/host/env.ts';
import { AppError } from '../../runner/host/errors.ts';
import { listCaseFilesBelow } from '../../runner/workspace/index.ts';
import { runTurntreeCommand } from './run-command.ts';
import { startRun } from './start-run.ts';
import type { StartRunAnswer } from './start-run-request.ts';

/**
 * Writes the sample files of `turntree init` to a workspace without cases, and runs them. Never overwrites a file:
 * throws with the runner's message if one exists already.
 */
export async function runExample(): Promise<StartRunAnswer> {
  const { workspace } = readEnvironment();
  if (listCaseFilesBelow(workspace).length > 0) {
    throw new AppError('invalid_request', 'This workspace has suites of its own. Run one of them.');
  }
  const outcome = await runTurntreeCommand(['init', '--bare', '--yes']);
  if (!outcome.ok) throw new AppError('configuration', 'The example could not be written.', outcome.problems);
  return startRun({ suites: listCaseFilesBelow(workspace), attempts: 1, parallel: 1 });
}
