import { mergeReports } from '../reporters/read/merge-reports.ts';
import { countRunFaults, formatBothRates } from '../verdict/index.ts';
import { mergeHistories } from './merge/merge-histories.ts';
import { requireMergeableReports } from './merge/require-mergeable-reports.ts';
import { type OutputTarget, parseOutputTarget } from './report/output-target.ts';
import { writeReports } from './report/reports.ts';
import { readReportFile } from './stored/read-report-file.ts';
import { detectMergeableKind } from './stored/shard-histories.ts';
import type { HistoryLocation } from './stored/stored-history.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** Whether histories or reports were merged, the result, and the exit code of the merged run. */
export type MergeResult = { what: 'shard' | 'report'; cases: number; reason: string; exitCode: number };

/**
 * Merges the parts of a run: from the histories of machines that ran `--shard`, one run in the history; from reports,
 * one report. Also writes reports of the merged run, in any format.
 */
export async function mergeFiles(
  files: readonly string[],
  { output, ...historyLocation }: HistoryLocation & { output: readonly string[] },
  terminal: Terminal,
): Promise<MergeResult> {
  const kinds = files.map((file) => detectMergeableKind(file, terminal.cwd));
  const targets = output.map((file) => parseOutputTarget(file, terminal.cwd));
  if (!kinds.includes('report')) {
    const { state, complaints } = await mergeHistories(files, { targets, ...historyLocation }, terminal);
    for (const complaint of complaints) terminal.stderr.write(`turntree: warning: ${complaint}\n`);
    const code = state.exitCode ?? 1;
    const exitCode = code === 0 && complaints.length > 0 ? 1 : code;
    return { what: 'shard', cases: state.rows.length, reason: state.reason ?? '', exitCode };
  }
  const history = files[kinds.findIndex((kind) => kind !== 'report')];
  if (history !== undefined) {
    throw new UsageError(`${history} is a history, and others are reports`, [
      'Merge histories of "turntree test --shard" with each other, or reports with each other.',
    ]);
  }
  return { what: 'report', ...mergeReportFiles(files, targets, terminal) };
}

function mergeReportFiles(
  files: readonly string[],
  targets: readonly OutputTarget[],
  terminal: Terminal,
): Omit<MergeResult, 'what'> {
  if (targets.length === 0) {
    throw new UsageError('say where the merged report goes with -o', ['turntree merge shard-*.jsonl -o report.json']);
  }
  const [first, ...others] = files.map((name) => ({ name, report: readReportFile(name, terminal.cwd) }));
  if (first === undefined) throw new UsageError('name the reports to merge');
  requireMergeableReports([first, ...others]);
  const { state, resultsOf, warnings } = mergeReports([first, ...others]);
  for (const warning of warnings) terminal.stderr.write(`turntree: warning: ${warning}\n`);
  writeReports(targets, { state, resultsOf }, terminal);
  const rates = formatBothRates(state.counts, countRunFaults(state));
  const reason = [state.reason ?? '', ...(rates === undefined ? [] : [rates])].join('; ');
  return { cases: state.rows.length, reason, exitCode: state.exitCode ?? 1 };
}
