import path from 'node:path';
import { createResultReader } from '../../../lib/history/index.ts';
import { outputTarget } from '../../run/report/output-target.ts';
import { writeReport } from '../../run/report/reports.ts';
import { openStoredHistory } from '../../run/stored/open-stored-history.ts';
import { storedRun } from '../../run/stored/stored-run.ts';
import type { Terminal } from '../../run/terminal.ts';
import { UsageError } from '../../run/usage-error.ts';

export type ReportFlags = { output?: string[]; app?: string; db?: string };

/** `runner report`: the reports of a run again, or in other formats, from the history. */
export function runReportCommand(run: string, { output = [], ...place }: ReportFlags, terminal: Terminal): number {
  if (output.length === 0) {
    throw new UsageError('say where the report goes with -o', [`runner report ${run} -o report.html`]);
  }
  const targets = output.map((file) => outputTarget(file, terminal.cwd));
  const database = openStoredHistory(place, terminal);
  try {
    const state = storedRun(database, run);
    if (state.finishedAt === undefined) {
      terminal.stderr.write(
        `runner: warning: the run ${state.runId} has not ended; what is not there yet is skipped\n`,
      );
    }
    const resultsOf = createResultReader(database, state.runId);
    for (const target of targets) {
      writeReport(target, state, resultsOf);
      terminal.stdout.write(`${path.relative(terminal.cwd, target.file)}\n`);
    }
    return 0;
  } finally {
    database.close();
  }
}
