import { Option } from 'commander';
import type { OmittableReportPart } from '../../contract/index.ts';
import { appFlag, type CliHost, historyFlag } from '../../run/command-line.ts';
import { appendText, createCountParser } from '../../run/flag-values.ts';
import type { HistoryLocation } from '../../run/stored/stored-history.ts';

type ReportFlags = HistoryLocation & { output?: string[]; attempt?: number; leaveOut?: OmittableReportPart[] };

/**
 * The names from the contract, repeated here: importing them would load a schema library and slow down every command.
 */
const leaveOutChoices = { users: true, tools: true, attachments: true, notes: true } satisfies Record<
  OmittableReportPart,
  true
>;

export function addReportCommand({ program, terminal }: CliHost): void {
  program
    .command('report')
    .description('Write reports of a run that is in the history, or of one of its cases.')
    .argument('[run]', 'the id of a run, the beginning of that id, or "latest"', 'latest')
    .argument('[case]', 'the id of a case, or "<suite>:<id>": only this conversation')
    .argument(
      '[turn]',
      'the turn at which the page opens (default: where the conversation went wrong)',
      createCountParser('turn'),
    )
    .option('--attempt <n>', 'only this attempt of the case', createCountParser('--attempt'))
    .option(
      '-o, --output <file>',
      'a report: .html, .md, .json, .jsonl, .xml, or a folder of pages (folder/); may be repeated',
      appendText,
    )
    .addOption(
      new Option('--leave-out <parts...>', 'parts to leave out of the report').choices(Object.keys(leaveOutChoices)),
    )
    .option(...appFlag)
    .option(...historyFlag)
    .addHelpText('after', examples)
    .action(
      async (run: string, caseId: string | undefined, turn: number | undefined, { attempt, ...flags }: ReportFlags) => {
        const { writeReportsOfStoredRun: reportStoredRun } = await import('../../run/report-stored.ts');
        await reportStoredRun({ run, caseId, attempt, turn }, flags, terminal);
      },
    );
}

const examples = `
Examples:
  turntree report latest -o report.html                the newest run as a page that opens by double-click
  turntree report 019a4f02 -o report.md -o junit.xml   an older run in two formats
  turntree report latest -o public/run/                a folder for any web server: a page for each conversation
                                                       and for the trends of each suite
  turntree report latest refund -o refund.html         one conversation, open where it went wrong
  turntree report latest refund -o refund.html --leave-out tools notes
                                                       without what tools returned and reviewers said
`;
