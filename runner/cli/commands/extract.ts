import { type CliHost, parseFormatFlag } from '../../run/command-line.ts';
import { formatCountWithNoun } from '../../values/index.ts';

type ExtractFlags = { output?: string; format: 'md' | 'markdown' | 'json' };

export function addExtractCommand({ program, terminal }: CliHost): void {
  program
    .command('extract')
    .description('Write each result of a report to a file of its own.')
    .argument('<report>', 'a report of turntree test, .json or .jsonl')
    .option('-o, --output <dir>', 'folder for the files (default: next to the report)')
    .addOption(parseFormatFlag('format of the files', ['md', 'markdown', 'json']))
    .addHelpText('after', examples)
    .action(async (report: string, { output, format }: ExtractFlags) => {
      const { extractResults } = await import('../../run/extract.ts');
      const extracted = extractResults(report, { output, format: format === 'json' ? 'json' : 'md' }, terminal);
      terminal.stderr.write(`turntree: ${formatCountWithNoun(extracted, 'file')}\n`);
    });
}

const examples = `
Examples:
  turntree extract report.jsonl -o results                 a Markdown file for each case
  turntree extract report.json -o results --format json
`;
