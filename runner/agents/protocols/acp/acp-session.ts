import * as z from 'zod';
import { AgentError } from '../../../ports/index.ts';
import { formatSchemaProblems, type Json, type JsonObject } from '../../../values/index.ts';
import type { AcpProgram } from './acp-program.ts';

const PROTOCOL_VERSION = 1;

const initializeResultSchema = z.object({
  protocolVersion: z.number(),
  agentCapabilities: z
    .object({
      promptCapabilities: z
        .object({ image: z.boolean(), audio: z.boolean(), embeddedContext: z.boolean() })
        .partial()
        .default({}),
      mcpCapabilities: z.object({ http: z.boolean() }).partial().default({}),
    })
    .default({ promptCapabilities: {}, mcpCapabilities: {} }),
});
type AcpCapabilities = z.infer<typeof initializeResultSchema>['agentCapabilities'];
const newSessionResultSchema = z.object({ sessionId: z.string() });

/** An open session and the capabilities of its agent. */
export type AcpSession = { sessionId: string; capabilities: AcpCapabilities };

/**
 * Negotiates the protocol version and opens a session in a folder. Does not offer access to files or a terminal,
 * because the agent has its own.
 */
export async function openAcpSession(
  program: AcpProgram,
  { cwd, mocksUrl }: { cwd: string; mocksUrl: string | undefined },
): Promise<AcpSession> {
  const initialized = await program.ask('initialize', {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    clientInfo: { name: 'turntree', version: '1' },
  });
  const { protocolVersion, agentCapabilities: capabilities } = parseAcpValue(initializeResultSchema, initialized);
  if (protocolVersion !== PROTOCOL_VERSION) {
    throw new AgentError(`speaks version ${protocolVersion} of ACP, not ${PROTOCOL_VERSION}`, 'agent');
  }
  const created = await program.ask('session/new', { cwd, mcpServers: createMcpServerList(mocksUrl, capabilities) });
  return { ...parseAcpValue(newSessionResultSchema, created), capabilities };
}

/**
 * Parses a response.
 * @throws an `AgentError` that says what is not valid ACP
 */
export function parseAcpValue<Value>(schema: z.ZodType<Value>, value: Json): Value {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AgentError(`does not speak ACP: ${formatSchemaProblems(result.error)}`, 'agent');
}

/** Returns the MCP servers for a session: the one that serves the mocked tools, if there is one. */
function createMcpServerList(mocksUrl: string | undefined, { mcpCapabilities }: AcpCapabilities): JsonObject[] {
  if (mocksUrl === undefined) return [];
  if (mcpCapabilities.http === true) return [{ type: 'http', name: 'mocks', url: mocksUrl, headers: [] }];
  throw new AgentError(
    'does not accept MCP servers over HTTP, but the case has mocks: the agent would call its real tools',
    'agent',
  );
}
