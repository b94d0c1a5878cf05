import type { Command } from 'commander';
import type { Terminal } from '../../run/terminal.ts';

export function addInitCommand(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  program
    .command('init')
    .description('Write a workspace to start from: an agent, cases that pass, a hook.')
    .argument('[folder]', 'where to; the current folder when left out')
    .action(async (folder: string | undefined) => {
      const { runInitCommand } = await import('../commands/init.ts');
      exit(runInitCommand(folder, terminal));
    });
}
