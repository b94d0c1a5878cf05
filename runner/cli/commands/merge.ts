import { plural } from '../../values/index.ts';
import { collect, type Outside } from '../command-line.ts';

export function addMergeCommand({ program, terminal, exit }: Outside): void {
  program
    .command('merge')
    .description('Put the reports of parts of a run together, in any format.')
    .argument('<reports...>', 'reports of runner test -o: .json or .jsonl')
    .option('-o, --output <file>', 'the merged report, its format by its extension; may be repeated', collect)
    .addHelpText('after', examples)
    .action(async (reports: string[], { output = [] }: { output?: string[] }) => {
      const { mergeFiles } = await import('../../run/merge.ts');
      const { cases, reason, exitCode } = mergeFiles(reports, output, terminal);
      terminal.stderr.write(
        `runner: merged ${plural(reports.length, 'report')}, ${plural(cases, 'case')}: ${reason}\n`,
      );
      exit(exitCode);
    });
}

const examples = `
Examples:
  runner merge shard-1.jsonl shard-2.jsonl -o report.json -o report.xml
`;
