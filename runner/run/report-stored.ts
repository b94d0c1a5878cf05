import { createResultReader, withSteadinessOfCases } from '../../lib/history/index.ts';
import { outputTarget } from './report/output-target.ts';
import { writeReports } from './report/reports.ts';
import { type HistoryPlace, storedRun, withStoredHistory } from './stored/stored-history.ts';
import { pastsOf, withPastWords } from './stored/with-past-words.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** Writes the reports of a run again, or in other formats, from the history. */
export function reportStoredRun(
  run: string,
  { output = [], ...place }: HistoryPlace & { output?: string[] },
  terminal: Terminal,
): void {
  if (output.length === 0) {
    throw new UsageError('say where the report goes with -o', [`runner report ${run} -o report.html`]);
  }
  const targets = output.map((file) => outputTarget(file, terminal.cwd));
  withStoredHistory(place, terminal, (database) => {
    const stored = storedRun(database, run);
    const state = withPastWords(stored, pastsOf(database, stored));
    if (state.finishedAt === undefined) {
      terminal.stderr.write(
        `runner: warning: the run ${state.runId} has not ended; what is not there yet is skipped\n`,
      );
    }
    writeReports(
      targets,
      { state: withSteadinessOfCases(database, state), resultsOf: createResultReader(database, state.runId) },
      terminal,
    );
  });
}
