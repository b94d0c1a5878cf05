import { appFlag, type CliHost, formatFlag, historyFlag } from '../../run/command-line.ts';
import type { ShowFormat } from '../../run/show.ts';
import type { HistoryPlace } from '../../run/stored/stored-history.ts';

type Flags = HistoryPlace & { format: ShowFormat; color?: boolean };

export function addWhyCommand({ program, terminal }: CliHost): void {
  program
    .command('why')
    .description('Say why cases of the newest run failed, by cause, or one case in depth.')
    .argument('[case]', 'the id of a case, in the newest run that had it')
    .option(...appFlag)
    .option(...historyFlag)
    .option('--color', 'colours, also where the output is not a terminal')
    .option('--no-color', 'no colours')
    .addOption(formatFlag('what is printed', ['text', 'json']))
    .addHelpText('after', examples)
    .action(async (caseId: string | undefined, flags: Flags) => {
      const { explainFailures } = await import('../../run/why.ts');
      explainFailures(caseId, flags, terminal);
    });
}

const examples = `
Examples:
  runner why                      the failures of the newest run: what, since when, what changed
  runner why T004                 one case: also who failed alike, and where it left the run that passed
  runner why --format json
`;
