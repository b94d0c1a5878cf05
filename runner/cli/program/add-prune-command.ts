import type { Command } from 'commander';
import type { Terminal } from '../../run/terminal.ts';
import { parseAge, parseCount } from '../../run/usage-error.ts';
import type { PruneFlags } from '../commands/prune.ts';

export function addPruneCommand(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  program
    .command('prune')
    .description('Remove old runs from the history for good.')
    .option('--older-than <age>', 'runs that began longer ago, such as 90d, 12w or 36h', parseAge)
    .option('--keep <n>', 'runs beyond the newest n of every suite', parseCount('--keep'))
    .option('--all', 'also baselines, and runs that somebody has named or reviewed')
    .option('--dry-run', 'say what would go and change nothing')
    .option('--vacuum', 'give the room back to the disk afterwards')
    .option('-a, --app <dir>', 'the workspace (found from the current folder when left out)')
    .option('--db <file>', 'the history (default: .runner/history.db in the workspace)')
    .addHelpText('after', examples)
    .action(async (flags: PruneFlags) => {
      const { runPruneCommand } = await import('../commands/prune.ts');
      exit(runPruneCommand(flags, terminal));
    });
}

const examples = `
A run goes when either limit says so. Runs that were deleted in the dashboard go always, runs that go on never.

Examples:
  runner prune --older-than 90d --dry-run
  runner prune --keep 200 --vacuum
  runner prune                              only what was deleted in the dashboard
`;
