import { Argument } from 'commander';
import { appFlag, type CliHost, historyFlag, parseFormatFlag } from '../../run/command-line.ts';
import type { ComparedFormat } from '../../run/compare.ts';
import type { HistoryLocation } from '../../run/stored/stored-history.ts';
import { formatCountWithNoun } from '../../values/index.ts';

export function addJudgeCommand({ program, terminal, exit }: CliHost): void {
  program
    .command('judge')
    .description('Check how reliable the model judges of a suite are.')
    .addArgument(new Argument('<action>', 'check the judges').choices(['check']))
    .argument('<suite>', 'a case file, or a folder of them')
    .option(...appFlag)
    .option(...historyFlag)
    .addOption(parseFormatFlag('output format', ['text', 'json', 'md']))
    .addHelpText('after', examples)
    .action(async (_: string, suite: string, flags: HistoryLocation & { format: ComparedFormat }) => {
      const { checkSuiteJudges } = await import('../../run/judge-check.ts');
      const { text, unreliable } = await checkSuiteJudges(suite, flags, terminal);
      terminal.stdout.write(text);
      if (unreliable === 0) return;
      terminal.stderr.write(`turntree: exit 1: ${formatCountWithNoun(unreliable, 'judge')} unreliable\n`);
      exit(1);
    });
}

const examples = `
Asks the judges again for verdicts in the history: 5 times each, comparisons also with their texts swapped. The number of calls is printed first.
The judges are also compared with people's reviews. A judge is unreliable when more than 5% of its answers differ, or when kappa may be below 0.4; its
verdicts are marked wherever they are shown, until the next check. The exit code is 1 when a judge is unreliable.

Examples:
  turntree judge check tests/cases.jsonl
  turntree judge check tests/cases.jsonl --format md
`;
