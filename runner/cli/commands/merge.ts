import path from 'node:path';
import { plural } from '../../../lib/format/index.ts';
import { mergeReports } from '../../reporters/read/merge-reports.ts';
import { outputTarget } from '../../run/report/output-target.ts';
import { writeReport } from '../../run/report/reports.ts';
import { readReportFile } from '../../run/stored/read-report-file.ts';
import type { Terminal } from '../../run/terminal.ts';
import { UsageError } from '../../run/usage-error.ts';

export type MergeFlags = { output?: string[] };

/** `runner merge`: the reports of parts of a run as one, in any format. Says what the whole came to. */
export function runMergeCommand(files: readonly string[], { output = [] }: MergeFlags, terminal: Terminal): number {
  if (output.length === 0) {
    throw new UsageError('say where the merged report goes with -o', ['runner merge shard-*.jsonl -o report.json']);
  }
  const targets = output.map((file) => outputTarget(file, terminal.cwd));
  const [first, ...others] = files.map((name) => ({ name, report: readReportFile(name, terminal.cwd) }));
  if (first === undefined) throw new UsageError('name the reports to merge');
  const { state, resultsOf, warnings } = mergeReports([first, ...others]);
  for (const warning of warnings) terminal.stderr.write(`runner: warning: ${warning}\n`);
  for (const target of targets) {
    writeReport(target, state, resultsOf);
    terminal.stdout.write(`${path.relative(terminal.cwd, target.file)}\n`);
  }
  const merged = `${plural(files.length, 'report')}, ${plural(state.rows.length, 'case')}`;
  terminal.stderr.write(`runner: merged ${merged}: ${state.reason ?? ''}\n`);
  return 0;
}
