import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Variables } from '../../models/connectors.ts';
import { createLimitedFetch } from '../../models/limited-response.ts';
import { AgentError } from '../../ports/index.ts';
import { castToJson, isJsonObject, type Json, type JsonObject, raceWithAbort } from '../../values/index.ts';
import { createStdioTransport, type StdioTransport } from './stdio-transport.ts';
import type { ServerMethod, ToolContent, ToolServer } from './tool-server.ts';

/** How to reach an MCP server, with variables replaced. `file` is the file that defines the server. */
export type RemoteDefinition = { id: string; file: string } & (
  | { transport: 'stdio'; command: string; arguments: string[]; env: Record<string, string> }
  | { transport: 'http' | 'sse'; url: string; headers: Record<string, string> }
);
/** The workspace to which a server belongs. `maxAnswer` is the maximum size of an answer in bytes. */
export type ServerContext = { root: string; variables: Variables; maxAnswer: number };
type McpConnection = { client: Client; getErrorOutput(): string };

/** Practically disables the client's timeout, because attempts have their own deadlines. */
const NO_TIMEOUT_MS = 2_147_483_647;

/**
 * Creates an MCP server in another process or behind a URL. After a crash, it is started again when an attempt needs
 * it.
 */
export function createRemoteServer(definition: RemoteDefinition, serverContext: ServerContext): ToolServer {
  const { id } = definition;
  let connection: Promise<McpConnection> | undefined;
  let client: Client | undefined;

  function openConnection(): Promise<McpConnection> {
    if (connection !== undefined) return connection;
    const forgetConnection = () => {
      connection = undefined;
    };
    client = new Client({ name: 'turntree', version: '1.0.0' });
    client.onclose = forgetConnection;
    connection = connectClient(client, definition, serverContext).catch((error: unknown) => {
      forgetConnection();
      throw error;
    });
    return connection;
  }

  async function requestFromServer<Answer>(
    work: (client: Client) => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<Answer> {
    // While the connection is being opened, all attempts wait for the same one, each until its own deadline.
    const { client: openClient, getErrorOutput } = await raceWithAbort(openConnection, signal);
    try {
      return await work(openClient);
    } catch (error) {
      signal.throwIfAborted();
      throw new AgentError(`the MCP server "${id}" failed: ${describeServerError(error)}${getErrorOutput()}`, 'agent', {
        cause: error,
      });
    }
  }

  return {
    id,
    async tools(signal) {
      const { tools } = await requestFromServer((client) => client.listTools({}, createRequestOptions(signal)), signal);
      return tools.map(({ name, description = '', inputSchema }) => ({
        name,
        description,
        schema: toJsonObject(inputSchema),
      }));
    },
    async call({ tool, arguments: args }, signal) {
      const answer = await requestFromServer(
        (client) => client.callTool({ name: tool, arguments: args }, createRequestOptions(signal)),
        signal,
      );
      return parseToolContent(answer);
    },
    ask: async (method, values, signal) =>
      castToJson(await requestFromServer((client) => callServerMethod(client, { method, values }, signal), signal)),
    async close() {
      await client?.close();
    },
  };
}

async function connectClient(
  client: Client,
  definition: RemoteDefinition,
  serverContext: ServerContext,
): Promise<McpConnection> {
  const { transport, getErrorOutput } = createTransport(definition, serverContext);
  try {
    await client.connect(transport);
    return { client, getErrorOutput };
  } catch (error) {
    await client.close().catch(() => undefined);
    const text = `the MCP server "${definition.id}" (${definition.file}) cannot be reached: ${describeServerError(error)}${getErrorOutput()}`;
    throw new AgentError(text, 'agent', { cause: error });
  }
}

function createTransport(definition: RemoteDefinition, { root, variables, maxAnswer }: ServerContext): StdioTransport {
  if (definition.transport === 'stdio') {
    const { command, arguments: args, env } = definition;
    return createStdioTransport(
      { command: [command, ...args], cwd: root, variables: { ...variables, ...env } },
      maxAnswer,
    );
  }
  const RemoteTransport = definition.transport === 'http' ? StreamableHTTPClientTransport : SSEClientTransport;
  const transport = new RemoteTransport(new URL(definition.url), {
    requestInit: { headers: definition.headers },
    fetch: createLimitedFetch(maxAnswer),
  });
  return { transport, getErrorOutput: () => '' };
}

function callServerMethod(
  client: Client,
  call: { method: ServerMethod; values: readonly Json[] },
  signal: AbortSignal,
): Promise<object> {
  const { method, values } = call;
  const [first, second] = values;
  switch (method) {
    case 'ListResources':
      return client.listResources({}, createRequestOptions(signal));
    case 'ReadResource':
      return client.readResource({ uri: String(first) }, createRequestOptions(signal));
    case 'ListPrompts':
      return client.listPrompts({}, createRequestOptions(signal));
    case 'GetPrompt':
      return client.getPrompt({ name: String(first), arguments: toStringRecord(second) }, createRequestOptions(signal));
    default:
      return method satisfies never;
  }
}

function createRequestOptions(signal: AbortSignal): { signal: AbortSignal; timeout: number } {
  return { signal, timeout: NO_TIMEOUT_MS };
}

function parseToolContent(answer: object): ToolContent {
  const { content, isError, structuredContent } = toJsonObject(answer);
  const parts = Array.isArray(content) ? content.filter(isJsonObject) : [];
  if (parts.length === 0 && structuredContent !== undefined) {
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], isError: isError === true };
  }
  return { content: parts, isError: isError === true };
}

function toJsonObject(value: object): JsonObject {
  const jsonValue = castToJson(value);
  return isJsonObject(jsonValue) ? jsonValue : {};
}

function toStringRecord(value: Json | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(isJsonObject(value) ? value : {}).map(([key, text]) => [key, String(text)]));
}

function describeServerError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? `${error.message} (${cause.message})` : error.message;
}
