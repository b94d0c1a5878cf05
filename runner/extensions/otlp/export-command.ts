import { Argument } from 'commander';
import { appFlag, type CliHost, historyFlag } from '../../run/command-line.ts';
import type { ExportFlags } from './export-otlp.ts';

export function addExportCommand({ program, terminal }: CliHost): void {
  program
    .command('export')
    .description('Send a run of the history to a collector of OpenTelemetry.')
    .addArgument(new Argument('<format>', 'what is sent').choices(['otlp']))
    .argument('<run>', 'the id of a run, its beginning, or "latest"')
    .option('--url <address>', 'the collector (default: OTEL_EXPORTER_OTLP_ENDPOINT), by OTLP over HTTP as JSON')
    .option('-o, --output <file>', 'a file of requests, one on each line, instead of a collector')
    .option(...appFlag)
    .option(...historyFlag)
    .addHelpText('after', examples)
    .action(async (_format: string, run: string, flags: ExportFlags) => {
      const { exportOtlp } = await import('./export-otlp.ts');
      await exportOtlp(run, flags, terminal);
    });
}

const examples = `
A run is a trace: a span of the run, of each attempt, and of each time that the agent was asked, with an event
"gen_ai.evaluation.result" for each check. Messages are not sent; the reasons of checks may quote them. Headers come from OTEL_EXPORTER_OTLP_HEADERS.

Examples:
  runner export otlp latest --url http://localhost:4318
  runner export otlp 019a4f02 -o run.otlp.jsonl
`;
