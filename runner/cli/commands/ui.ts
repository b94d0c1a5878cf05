import { cliExtensions } from '../../extensions/registered/cli-extensions.ts';
import { findReceiverLoader } from '../../run/cli-extension.ts';
import { appFlag, type CliHost, historyFlag, parsePort } from '../../run/command-line.ts';
import { appendText } from '../../run/flag-values.ts';
import type { HistoryLocation } from '../../run/stored/stored-history.ts';

export function addUiCommand({ program, terminal }: CliHost): void {
  program
    .command('ui')
    .description('Serve the dashboard of a workspace on this machine.')
    .option(...appFlag)
    .option('-e, --env <file>', 'variables for the runs that it starts; may be repeated', appendText)
    .option('--port <n>', 'the port (default: 4319); if it is busy, the next one is used; 0 is any free port', (text) =>
      parsePort(text),
    )
    .option('--otlp <port>', 'also receive traces of running agents, by OTLP over HTTP, as conversations', (text) =>
      parsePort(text, '--otlp'),
    )
    .option('--no-token', 'disable the access token')
    .option(...historyFlag)
    .addHelpText('after', examples)
    .action(async (flags: HistoryLocation & { env?: string[]; port?: number; otlp?: number; token: boolean }) => {
      const { serveDashboard } = await import('../../run/serve/serve-dashboard.ts');
      await serveDashboard({ ...flags, loadReceiver: findReceiverLoader(cliExtensions) }, terminal);
    });
}

const examples = `
The dashboard listens on 127.0.0.1 only, until you stop it with Ctrl+C. The printed URL contains the access token.

Examples:
  turntree ui
  turntree ui -a my-tests --port 8080
  turntree ui -e .env                   runs get the keys of this file
  turntree ui --otlp 4318               also show the conversations of agents that send traces
`;
