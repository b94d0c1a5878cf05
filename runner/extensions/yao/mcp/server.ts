import type { ToolContent, ToolServer } from '../../../agents/mcp/tool-server.ts';
import type { JsonObject } from '../../../values/index.ts';
import type { Asker } from '../turn.ts';

/** A server of an assistant's tools: those of its own scripts are called for whoever asks. */
export type McpServer = Omit<ToolServer, 'call'> & {
  call(call: { tool: string; arguments: JsonObject }, asker: Asker, signal: AbortSignal): Promise<ToolContent>;
};
