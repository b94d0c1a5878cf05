import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { OmittableReportPart } from '../../runner/contract/index.ts';
import type { AttemptId } from '../../runner/fold/index.ts';
import { readEnvironment } from '../../runner/host/env.ts';
import { AppError } from '../../runner/host/errors.ts';

/** The report formats, which are also their file extensions. */
export const reportFormats = ['html', 'md', 'json', 'jsonl', 'xml'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** Limits the report to one attempt; the page opens at `turn`. */
export type ReportedAttempt = AttemptId & { turn?: number | undefined };

type RequestedReport = {
  format: ReportFormat;
  only?: ReportedAttempt | undefined;
  leaveOut?: OmittableReportPart[] | undefined;
};

/** Runs the runner to write a report of a run. If that fails, throws the runner's error output. */
export async function writeReport(
  runId: string,
  { format, only: reportedAttempt, leaveOut = [] }: RequestedReport,
): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'turntree-report-'));
  try {
    const file = path.join(folder, `report.${format}`);
    await runReport([
      '-o',
      file,
      ...leaveOut.flatMap((omittedPart) => ['--leave-out', omittedPart]),
      ...createReportArguments(runId, reportedAttempt),
    ]);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function createReportArguments(runId: string, reportedAttempt: ReportedAttempt | undefined): string[] {
  if (reportedAttempt === undefined) return ['--', runId];
  const { suiteKey, caseId, attempt, turn } = reportedAttempt;
  return [
    '--attempt',
    String(attempt),
    '--',
    runId,
    `${suiteKey}:${caseId}`,
    ...(turn === undefined ? [] : [`${turn}`]),
  ];
}

async function runReport(words: readonly string[]): Promise<void> {
  const { home, workspace, databaseFile } = readEnvironment();
  const child = spawn(
    process.execPath,
    [path.join(home, 'bin', 'turntree.cjs'), ...['report', '--app', workspace, '--db', databaseFile, ...words]],
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
