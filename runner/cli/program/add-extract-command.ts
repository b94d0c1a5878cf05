import { type Command, Option } from 'commander';
import type { Terminal } from '../../run/terminal.ts';
import type { ExtractFlags } from '../commands/extract.ts';

export function addExtractCommand(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  program
    .command('extract')
    .description('Write each result of a report to a file of its own.')
    .argument('<report>', 'a report of runner test, .json or .jsonl')
    .option('-o, --output <dir>', 'where the files go (default: beside the report)')
    .addOption(new Option('--format <format>', 'what is written').choices(['md', 'markdown', 'json']).default('md'))
    .addHelpText('after', examples)
    .action(async (report: string, { format, ...flags }: ExtractFlags) => {
      const { runExtractCommand } = await import('../commands/extract.ts');
      exit(runExtractCommand(report, { ...flags, format: format === 'json' ? 'json' : 'md' }, terminal));
    });
}

const examples = `
Examples:
  runner extract report.jsonl -o results                 a Markdown file for each case
  runner extract report.json -o results --format json
`;
