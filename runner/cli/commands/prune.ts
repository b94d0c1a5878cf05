import { appFlag, type CliHost, historyFlag, parseAge } from '../../run/command-line.ts';
import { createCountParser } from '../../run/flag-values.ts';
import type { PruneRequest } from '../../run/history.ts';
import type { HistoryLocation } from '../../run/stored/stored-history.ts';
import { formatCountWithNoun } from '../../values/index.ts';
import { printCompactionResult } from './history.ts';

type PruneFlags = HistoryLocation & PruneRequest & { vacuum?: boolean };

export function addPruneCommand({ program, terminal }: CliHost): void {
  program
    .command('prune')
    .description('Remove old runs from the history for good.')
    .option('--older-than <age>', 'runs older than this age, such as 90d, 12w or 36h', parseAge)
    .option('--keep <n>', 'runs beyond the newest n of every suite', createCountParser('--keep'))
    .option('--all', 'also delete baselines and labelled or reviewed runs')
    .option('--dry-run', 'show what would be deleted, without deleting')
    .option('--vacuum', 'compact the database afterwards')
    .option(...appFlag)
    .option(...historyFlag)
    .addHelpText('after', examples)
    .action(async ({ app, db, vacuum = false, ...pruning }: PruneFlags) => {
      const { pruneHistory, compactHistory: vacuumStored } = await import('../../run/history.ts');
      const { runs, removed } = pruneHistory(pruning, { app, db }, terminal);
      for (const { runId, startedAt, suiteKey, deleted } of runs) {
        const mark = deleted ? '  (deleted)' : '';
        terminal.stdout.write(`${runId}  ${new Date(startedAt).toISOString()}  ${suiteKey}${mark}\n`);
      }
      if (removed === undefined) {
        terminal.stdout.write(`${formatCountWithNoun(runs.length, 'run')} would be removed; nothing was changed\n`);
        return;
      }
      terminal.stdout.write(`${formatCountWithNoun(removed, 'run')} removed\n`);
      if (vacuum) printCompactionResult(vacuumStored({ app, db }, terminal), terminal);
    });
}

const examples = `
Runs past either limit are deleted. So are all runs that were deleted in the dashboard; a run that is still going on is kept.

Examples:
  turntree prune --older-than 90d --dry-run
  turntree prune --keep 200 --vacuum
  turntree prune                              only what was deleted in the dashboard
`;
