import type { Command } from 'commander';
import type { Terminal } from '../../run/terminal.ts';
import { collect } from '../../run/usage-error.ts';
import type { MergeFlags } from '../commands/merge.ts';

export function addMergeCommand(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  program
    .command('merge')
    .description('Put the reports of parts of a run together, in any format.')
    .argument('<reports...>', 'reports of runner test -o: .json or .jsonl')
    .option('-o, --output <file>', 'the merged report, its format by its extension; may be repeated', collect)
    .addHelpText('after', examples)
    .action(async (reports: string[], flags: MergeFlags) => {
      const { runMergeCommand } = await import('../commands/merge.ts');
      exit(runMergeCommand(reports, flags, terminal));
    });
}

const examples = `
Examples:
  runner merge shard-1.jsonl shard-2.jsonl -o report.json -o report.xml
`;
