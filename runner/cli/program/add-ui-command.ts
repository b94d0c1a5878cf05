import type { Command } from 'commander';
import type { Terminal } from '../../run/terminal.ts';
import { parsePort } from '../../run/usage-error.ts';

export function addUiCommand(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  program
    .command('ui')
    .description('Serve the dashboard of a workspace on this machine.')
    .option('-a, --app <dir>', 'the workspace (found from the current folder when left out)')
    .option('--port <n>', 'the port; a busy one picks the next, 0 any free one', parsePort)
    .option('--db <file>', 'the history (default: .runner/history.db in the workspace)')
    .action(async (flags: { app?: string; port?: number; db?: string }) => {
      const { runUiCommand } = await import('../commands/ui.ts');
      exit(await runUiCommand(flags, terminal));
    });
}
