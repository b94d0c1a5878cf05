import { appFlag, type CliHost, historyFlag } from '../../run/command-line.ts';
import type { HistoryLocation } from '../../run/stored/stored-history.ts';

export function addMcpCommand({ program, terminal }: CliHost): void {
  program
    .command('mcp')
    .description('Serve the workspace to a coding agent (Model Context Protocol, on standard input and output).')
    .option(...appFlag)
    .option(...historyFlag)
    .addHelpText('after', examples)
    .action(async (historyLocation: HistoryLocation) => {
      const { serveMcp } = await import('../../mcp/serve-mcp.ts');
      await serveMcp(historyLocation, terminal);
    });
}

const examples = `
Examples:
  claude mcp add turntree -- npx turntree mcp     register it with a coding agent, which then starts it
  turntree mcp -a examples                        another workspace
`;
