import { appFlag, type CliHost, historyFlag, parsePort } from '../../run/command-line.ts';
import type { HistoryPlace } from '../../run/stored/stored-history.ts';

export function addUiCommand({ program, terminal }: CliHost): void {
  program
    .command('ui')
    .description('Serve the dashboard of a workspace on this machine.')
    .option(...appFlag)
    .option('--port <n>', 'the port; if it is busy, the next one is used; 0 is any free port', parsePort)
    .option('--no-token', 'disable the access token')
    .option(...historyFlag)
    .action(async (flags: HistoryPlace & { port?: number; token: boolean }) => {
      const { serveDashboard } = await import('../../run/serve/serve-dashboard.ts');
      await serveDashboard(flags, terminal);
    });
}
