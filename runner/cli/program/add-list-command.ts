import { type Command, Option } from 'commander';
import type { Terminal } from '../../run/terminal.ts';
import { collect } from '../../run/usage-error.ts';
import type { ListFlags, ListFormat } from '../commands/list.ts';

export function addListCommand(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  program
    .command('list')
    .description('List the cases that a test would select, or the suites, agents and connectors of the workspace.')
    .argument('[input...]', 'case files, folders or globs of them; the workspace when left out')
    .option('-n, --name <agent>', 'the agent to test (found from the input when left out)')
    .option('-a, --app <dir>', 'the workspace (found from the input when left out)')
    .option('--run <regex>', 'only cases whose id or name matches')
    .option('--case <id>', 'only this case; may be repeated', collect)
    .option('--tag <tag>', 'only cases with this tag; may be repeated', collect)
    .addOption(new Option('--format <format>', 'what is printed').choices(['text', 'json']).default('text'))
    .addHelpText('after', examples)
    .action(async (inputs: string[], flags: ListFlags & { format: ListFormat }) => {
      const { runListCommand } = await import('../commands/list.ts');
      exit(await runListCommand(inputs, flags, terminal));
    });
}

const examples = `
Examples:
  runner list                                  suites, agents and connectors
  runner list tests/cases.jsonl --tag smoke    what this test command would run
  runner list tests/cases.jsonl --format json
`;
