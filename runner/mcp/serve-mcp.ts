import { acceptedContent, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import { toErrorExplanation } from '../run/explain-error.ts';
import type { HistoryLocation } from '../run/stored/stored-history.ts';
import type { Terminal } from '../run/terminal.ts';
import { getOwnVersion } from '../run/version.ts';
import { runInTerminal } from './run-in-terminal.ts';
import { type McpTool, mcpTools } from './tools.ts';

const serverInstructions = `Turntree tests AI agents: cases are JSON lines, runs are kept in a history.
To find out why a test fails: "why", then "why" with the case, then "show" with the case.
Before changing a case: "lint" with its text, then "try_case". "run_cases" asks the person first.`;

const consentSchema = z.object({ run: z.boolean().describe('run the cases now') });

/** Serves a workspace to a coding agent on standard input and output, until the input ends. */
export async function serveMcp(historyLocation: HistoryLocation, terminal: Terminal): Promise<void> {
  const serverEnd = Promise.withResolvers<void>();
  process.stdin.once('end', serverEnd.resolve).once('close', serverEnd.resolve);
  const serving = serveStdio(() => createMcpServer(historyLocation, terminal), {
    onerror: (error) => terminal.stderr.write(`turntree: ${error.message}\n`),
  });
  await serverEnd.promise;
  await serving.close();
}

function createMcpServer(historyLocation: HistoryLocation, terminal: Terminal): McpServer {
  const server = new McpServer(
    { name: 'turntree', version: getOwnVersion() },
    { capabilities: { tools: {} }, instructions: serverInstructions },
  );
  for (const tool of mcpTools) addTool(server, tool, { place: historyLocation, terminal });
  return server;
}

function addTool(
  server: McpServer,
  { name, title, description, input, asks, run }: McpTool,
  { place, terminal: callerTerminal }: { place: HistoryLocation; terminal: Terminal },
): void {
  const annotations = { readOnlyHint: asks === undefined, openWorldHint: asks !== undefined };
  server.registerTool(name, { title, description, inputSchema: input, annotations }, async (values, { mcpReq }) => {
    try {
      if (asks !== undefined) {
        const answer = acceptedContent(mcpReq.inputResponses, 'consent', consentSchema);
        if (answer === undefined && mcpReq.inputResponses === undefined) {
          const question = inputRequired.elicit({ message: asks(values), requestedSchema: consentSchema });
          return inputRequired({ inputRequests: { consent: question } });
        }
        if (answer?.run !== true) return toTextContent('The user declined; nothing was run.');
      }
      const { signal } = mcpReq;
      return toTextContent(await runInTerminal(callerTerminal, (terminal) => run(values, { place, terminal, signal })));
    } catch (error) {
      const { message, details } = toErrorExplanation(error);
      return { ...toTextContent([message, ...details].join('\n')), isError: true };
    }
  });
}

function toTextContent(text: string) {
  return { content: [{ type: 'text' as const, text }] };
}
