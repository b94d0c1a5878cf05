import { appFlag, type CliHost, historyFlag, parseFormatFlag } from '../../run/command-line.ts';
import type { RegradeFlags } from '../../run/regrade.ts';
import { formatCountWithNoun } from '../../values/index.ts';

export function addRegradeCommand({ program, terminal, exit }: CliHost): void {
  program
    .command('regrade')
    .description('Judge stored runs again with the rules of their cases as they are now. No agent is asked.')
    .argument(
      '<runs...>',
      'runs (ids, beginnings of ids, or "latest") and reports (.json, .jsonl), followed by the suite',
    )
    .option('--judge', 'ask judges and scripts again; otherwise their verdicts from the run are used')
    .option(...appFlag)
    .option(...historyFlag)
    .addOption(parseFormatFlag('output format', ['text', 'json', 'md']))
    .addHelpText('after', examples)
    .action(async (runs: string[], flags: RegradeFlags) => {
      const { regradeRuns } = await import('../../run/regrade.ts');
      const { text, regressed } = await regradeRuns(runs, flags, terminal);
      terminal.stdout.write(text);
      if (regressed === 0) return;
      terminal.stderr.write(
        `turntree: exit 1: ${formatCountWithNoun(regressed, 'attempt')} passed when they ran and would not pass now\n`,
      );
      exit(1);
    });
}

const examples = `
Without a suite, the cases come from the files that were run. Nothing is written.

Examples:
  turntree regrade latest                        what an edit of the cases changes in the newest run
  turntree regrade 019a4f02 019a5b11 tests/new.jsonl
  turntree regrade report.json tests/cases.jsonl --judge
`;
