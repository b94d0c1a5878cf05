import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { readEnvironment } from '../../runner/host/env.ts';
import { AppError } from '../../runner/host/errors.ts';
import { caseFilesBelow } from '../../runner/workspace/index.ts';
import { startRun } from './start-run.ts';
import type { StartRunAnswer } from './start-run-request.ts';

/**
 * Writes the sample of `turntree init` into a workspace that has no cases, and runs it. Nothing is written over: throws
 * with the runner's words if a file is in the way.
 */
export async function runExample(): Promise<StartRunAnswer> {
  const { home, workspace } = readEnvironment();
  if (caseFilesBelow(workspace).length > 0) {
    throw new AppError('invalid_request', 'This workspace has suites of its own. Run one of them.');
  }
  const program = path.join(home, 'bin', 'turntree.cjs');
  const child = spawn(process.execPath, [program, 'init', '--bare', '--yes'], {
    cwd: workspace,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new AppError('configuration', 'The example could not be written.', stderr.trim().split('\n'));
  return startRun({ suites: caseFilesBelow(workspace), attempts: 1, parallel: 1 });
}
