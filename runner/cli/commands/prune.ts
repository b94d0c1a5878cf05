import { plural } from '../../../lib/format/index.ts';
import { size } from '../../../lib/format/size.ts';
import { type PrunableRun, prunableRuns, pruneRuns, reapOrphans, vacuumHistory } from '../../../lib/history/index.ts';
import { openStoredHistory } from '../../run/stored/open-stored-history.ts';
import type { Terminal } from '../../run/terminal.ts';

export type PruneFlags = {
  olderThan?: number;
  keep?: number;
  all?: boolean;
  dryRun?: boolean;
  vacuum?: boolean;
  app?: string;
  db?: string;
};

/** `runner prune`: removes old runs, and those that were deleted in the dashboard, for good. */
export function runPruneCommand(flags: PruneFlags, terminal: Terminal): number {
  const { olderThan, keep, all, dryRun = false, vacuum = false, ...place } = flags;
  const { stdout } = terminal;
  const database = openStoredHistory(place, terminal);
  try {
    reapOrphans(database);
    const runs = prunableRuns(database, {
      olderThanMs: olderThan,
      keep,
      all,
      now: Date.now(),
    });
    for (const run of runs) stdout.write(`${runLine(run)}\n`);
    if (dryRun) {
      stdout.write(`${plural(runs.length, 'run')} would be removed; nothing was changed\n`);
      return 0;
    }
    const removed = pruneRuns(
      database,
      runs.map(({ runId }) => runId),
    );
    stdout.write(`${plural(removed, 'run')} removed\n`);
    if (vacuum) {
      const { before, after } = vacuumHistory(database);
      stdout.write(`${size(before)} before, ${size(after)} now\n`);
    }
    return 0;
  } finally {
    database.close();
  }
}

function runLine({ runId, startedAt, suiteKey, deleted }: PrunableRun): string {
  return `${runId}  ${new Date(startedAt).toISOString()}  ${suiteKey}${deleted ? '  (deleted)' : ''}`;
}
