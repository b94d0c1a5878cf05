import { appFlag, type CliHost, historyFlag, parseFormatFlag } from '../../run/command-line.ts';
import type { ShowFormat } from '../../run/show.ts';
import type { HistoryLocation } from '../../run/stored/stored-history.ts';

type WhyFlags = HistoryLocation & { format: ShowFormat; color?: boolean };

export function addWhyCommand({ program, terminal }: CliHost): void {
  program
    .command('why')
    .description('Explain why cases of the newest run failed, by cause, or one case in detail.')
    .argument('[case]', 'the id of a case, in the newest run that had it')
    .option(...appFlag)
    .option(...historyFlag)
    .option('--color', 'use colours even if the output is not a terminal')
    .option('--no-color', 'no colours')
    .addOption(parseFormatFlag('output format', ['text', 'json']))
    .addHelpText('after', examples)
    .action(async (caseId: string | undefined, flags: WhyFlags) => {
      const { explainFailures } = await import('../../run/why.ts');
      explainFailures(caseId, flags, terminal);
    });
}

const examples = `
Examples:
  turntree why                      the failures of the newest run: what, since when, what changed
  turntree why T004                 one case: also which cases failed alike, and where it diverged from the run that passed
  turntree why --format json
`;
