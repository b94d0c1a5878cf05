import { type Command, Option } from 'commander';
import type { Terminal } from '../../run/terminal.ts';
import type { LintFlags } from '../commands/lint.ts';

export function addLintCommand(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  program
    .command('lint')
    .description('Check case files and the agents of the config, without running anything.')
    .argument('[paths...]', 'case files and folders (the whole workspace when left out)')
    .option('-a, --app <dir>', 'the workspace (found from each file when left out)')
    .addOption(new Option('--format <format>', 'what is printed').choices(['text', 'json', 'github']).default('text'))
    .addHelpText('after', examples)
    .action(async (paths: string[], flags: LintFlags) => {
      const { runLintCommand } = await import('../commands/lint.ts');
      exit(await runLintCommand(paths, flags, terminal));
    });
}

const examples = `
Examples:
  runner lint                          everything in the workspace
  runner lint tests/cases.jsonl        one file
  runner lint --format github          annotations in a GitHub workflow
`;
