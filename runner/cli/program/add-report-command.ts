import type { Command } from 'commander';
import type { Terminal } from '../../run/terminal.ts';
import { collect } from '../../run/usage-error.ts';
import type { ReportFlags } from '../commands/report.ts';

export function addReportCommand(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  program
    .command('report')
    .description('Write reports of a run that is in the history.')
    .argument('<run>', 'the id of a run, its beginning, or "latest"')
    .option('-o, --output <file>', 'a report: .html, .md, .json, .jsonl or .xml; may be repeated', collect)
    .option('-a, --app <dir>', 'the workspace (found from the current folder when left out)')
    .option('--db <file>', 'the history (default: .runner/history.db in the workspace)')
    .addHelpText('after', examples)
    .action(async (run: string, flags: ReportFlags) => {
      const { runReportCommand } = await import('../commands/report.ts');
      exit(runReportCommand(run, flags, terminal));
    });
}

const examples = `
Examples:
  runner report latest -o report.html                the newest run as a page that opens by double-click
  runner report 019a4f02 -o report.md -o junit.xml   an older run, twice
`;
