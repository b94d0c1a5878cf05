import { Argument, type Command, Option } from 'commander';
import type { Terminal } from '../../run/terminal.ts';
import type { HistoryAction, HistoryFlags } from '../commands/history.ts';

const actions = ['info', 'check', 'vacuum', 'export', 'import', 'reset'] as const satisfies readonly HistoryAction[];

export function addHistoryCommand(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  program
    .command('history')
    .description('Look after the history: its size and health, runs to and from a file.')
    .addArgument(new Argument('<action>', 'what to do').choices(actions))
    .argument('[file]', 'the file of an export or import; - is standard output')
    .argument('[runs...]', 'the runs to export: ids, beginnings of ids or "latest" (all when left out)')
    .option('-a, --app <dir>', 'the workspace (found from the current folder when left out)')
    .option('--db <file>', 'the history (default: .runner/history.db in the workspace)')
    .addOption(new Option('--format <format>', 'how info is printed').choices(['text', 'json']).default('text'))
    .addHelpText('after', examples)
    .action(async (action: HistoryAction, file: string | undefined, runs: string[], flags: HistoryFlags) => {
      const { runHistoryCommand } = await import('../commands/history.ts');
      exit(await runHistoryCommand({ action, file, runs }, flags, terminal));
    });
}

const examples = `
Examples:
  runner history info                           how many runs, how large
  runner history check                          is the file whole?
  runner history vacuum                         give the room of removed runs back to the disk
  runner history export runs.jsonl.gz           all runs as one file
  runner history export main.jsonl.gz latest    the newest one
  runner history import main.jsonl.gz           take its runs; those that are here already stay as they are
  runner history reset                          keep the file under another name and begin a new one
`;
