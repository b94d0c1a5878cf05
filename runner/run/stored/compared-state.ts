import type { RunState } from '../../fold/index.ts';
import type { Terminal } from '../terminal.ts';
import { openStoredHistory } from './open-stored-history.ts';
import { readReportFile } from './read-report-file.ts';
import { storedRun } from './stored-run.ts';

/** The run that a word of the command line means: that of a report file, or one of the history. */
export function comparedState(reference: string, place: { app?: string; db?: string }, terminal: Terminal): RunState {
  if (/\.jsonl?$/i.test(reference)) return readReportFile(reference, terminal.cwd).state;
  const database = openStoredHistory(place, terminal);
  try {
    return storedRun(database, reference);
  } finally {
    database.close();
  }
}
