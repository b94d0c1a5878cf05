import { mergeReports } from '../reporters/read/merge-reports.ts';
import { bothRatesWords, runFaults } from '../verdict/index.ts';
import { outputTarget } from './report/output-target.ts';
import { writeReports } from './report/reports.ts';
import { readReportFile } from './stored/read-report-file.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** Writes the reports of parts of a run as one, in any format. Returns the number of its cases, what it came to, and the exit code of the whole. */
export function mergeFiles(
  files: readonly string[],
  output: readonly string[],
  terminal: Terminal,
): { cases: number; reason: string; exitCode: number } {
  if (output.length === 0) {
    throw new UsageError('say where the merged report goes with -o', ['runner merge shard-*.jsonl -o report.json']);
  }
  const targets = output.map((file) => outputTarget(file, terminal.cwd));
  const [first, ...others] = files.map((name) => ({ name, report: readReportFile(name, terminal.cwd) }));
  if (first === undefined) throw new UsageError('name the reports to merge');
  const { state, resultsOf, warnings } = mergeReports([first, ...others]);
  for (const warning of warnings) terminal.stderr.write(`runner: warning: ${warning}\n`);
  writeReports(targets, { state, resultsOf }, terminal);
  const rates = bothRatesWords(state.counts, runFaults(state));
  const reason = [state.reason ?? '', ...(rates === undefined ? [] : [rates])].join('; ');
  return { cases: state.rows.length, reason, exitCode: state.exitCode ?? 1 };
}
