import { Argument } from 'commander';
import { appFlag, type CliHost, historyFlag } from '../../run/command-line.ts';
import type { ExportFlags } from './export-otlp.ts';

export function addExportCommand({ program, terminal }: CliHost): void {
  program
    .command('export')
    .description('Send a run from the history to an OpenTelemetry collector.')
    .addArgument(new Argument('<format>', 'format of the export').choices(['otlp']))
    .argument('<run>', 'the id of a run, the beginning of that id, or "latest"')
    .option(
      '--url <address>',
      'the URL of the collector (default: OTEL_EXPORTER_OTLP_ENDPOINT), which receives OTLP over HTTP as JSON',
    )
    .option('-o, --output <file>', 'write the requests to this file, one on each line, instead of sending them')
    .option(...appFlag)
    .option(...historyFlag)
    .addHelpText('after', examples)
    .action(async (_format: string, run: string, flags: ExportFlags) => {
      const { exportOtlp } = await import('./export-otlp.ts');
      await exportOtlp(run, flags, terminal);
    });
}

const examples = `
A run becomes one trace: a span for the run, for each attempt, and for each request to the agent, with an event
"gen_ai.evaluation.result" for each check. Messages are not sent; the reasons of checks may quote them. Headers come from OTEL_EXPORTER_OTLP_HEADERS.

Examples:
  turntree export otlp latest --url http://localhost:4318
  turntree export otlp 019a4f02 -o run.otlp.jsonl
`;
