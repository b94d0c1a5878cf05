import type { HistoryPlace } from '../../run/stored/stored-history.ts';
import { appFlag, collect, historyFlag, type Outside } from '../command-line.ts';

export function addReportCommand({ program, terminal }: Outside): void {
  program
    .command('report')
    .description('Write reports of a run that is in the history.')
    .argument('<run>', 'the id of a run, its beginning, or "latest"')
    .option('-o, --output <file>', 'a report: .html, .md, .json, .jsonl or .xml; may be repeated', collect)
    .option(...appFlag)
    .option(...historyFlag)
    .addHelpText('after', examples)
    .action(async (run: string, flags: HistoryPlace & { output?: string[] }) => {
      const { reportStoredRun } = await import('../../run/report-stored.ts');
      reportStoredRun(run, flags, terminal);
    });
}

const examples = `
Examples:
  runner report latest -o report.html                the newest run as a page that opens by double-click
  runner report 019a4f02 -o report.md -o junit.xml   an older run, twice
`;
