import { appFlag, type CliHost, historyFlag } from '../../run/command-line.ts';
import { appendText } from '../../run/flag-values.ts';
import type { HistoryLocation } from '../../run/stored/stored-history.ts';
import { formatCountWithNoun } from '../../values/index.ts';

type MergeFlags = HistoryLocation & { output?: string[] };

export function addMergeCommand({ program, terminal, exit }: CliHost): void {
  program
    .command('merge')
    .description('Merge the parts of a run: histories of "test --shard", or reports in any format.')
    .argument(
      '<parts...>',
      'histories (.db, or files of history export), or reports of turntree test -o (.json, .jsonl)',
    )
    .option(
      '-o, --output <file>',
      'a report of the merged run, in the format of its extension; may be repeated',
      appendText,
    )
    .option(...appFlag)
    .option(...historyFlag)
    .addHelpText('after', examples)
    .action(async (parts: string[], { output = [], ...historyLocation }: MergeFlags) => {
      const { mergeFiles } = await import('../../run/merge.ts');
      const {
        what: title,
        cases,
        reason,
        exitCode,
      } = await mergeFiles(parts, { output, ...historyLocation }, terminal);
      terminal.stderr.write(
        `turntree: merged ${formatCountWithNoun(parts.length, title)}, ${formatCountWithNoun(cases, 'case')}: ${reason}\n`,
      );
      exit(exitCode);
    });
}

const examples = `
Examples:
  turntree test tests/ --shard 1/2 --db shard-1.db     on the first machine; 2/2 on the second
  turntree merge shard-1.db shard-2.db -o report.html  one run in the history, its gates and its exit code
  turntree merge part-1.jsonl part-2.jsonl -o all.xml  reports of parts as one report
`;
