import { type Command, Option } from 'commander';
import type { Terminal } from '../../run/terminal.ts';
import { collect } from '../../run/usage-error.ts';
import type { ConnectorsFlags } from '../commands/connectors.ts';

export function addConnectorsCommand(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  program
    .command('connectors')
    .description('List the connectors of the workspace: their models, and whether their keys are there.')
    .option('-a, --app <dir>', 'the workspace (found from the current folder when left out)')
    .option('-e, --env <file>', 'variables for connectors; may be repeated, later files win', collect)
    .addOption(new Option('--format <format>', 'what is printed').choices(['text', 'json']).default('text'))
    .addHelpText('after', examples)
    .action(async (flags: ConnectorsFlags) => {
      const { runConnectorsCommand } = await import('../commands/connectors.ts');
      exit(await runConnectorsCommand(flags, terminal));
    });
}

const examples = `
Examples:
  runner connectors
  runner connectors -e production.env      which keys are there with these variables
  runner connectors --format json
`;
