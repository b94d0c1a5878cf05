import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { environment } from '../env.ts';
import { AppError } from '../errors.ts';

/** The formats of reports, by the ending of their files. */
export const reportFormats = ['html', 'md', 'json', 'jsonl', 'xml'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** A report of a run, as the `runner` writes it. Throws with what the runner said when it cannot. */
export async function writeReport(runId: string, format: ReportFormat): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'turntree-report-'));
  try {
    const file = path.join(folder, `report.${format}`);
    await runReport(runId, file);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runReport(runId: string, file: string): Promise<void> {
  const { home, workspace, databaseFile } = environment();
  const child = spawn(
    process.execPath,
    [path.join(home, 'bin', 'runner.cjs'), ...['report', runId, '--app', workspace, '--db', databaseFile, '-o', file]],
    { cwd: workspace, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  if (code === 0) return;
  throw new AppError('configuration', 'The report could not be written.', stderr.trim().split('\n'));
}
