import { type Json, type JsonObject, parseJsonOrKeepText } from '../../values/index.ts';

export type ServerTool = { name: string; description: string; schema: JsonObject };

/** The parts of a tool result in MCP format, such as `{type: "text", text}`. */
export type ToolContent = { content: JsonObject[]; isError: boolean };

export const serverMethods = ['ListResources', 'ReadResource', 'ListPrompts', 'GetPrompt'] as const;
export type ServerMethod = (typeof serverMethods)[number];

/** A server that provides tools, in this process or another. Its error messages are shown to users. */
export type ToolServer = {
  id: string;
  tools(signal: AbortSignal): Promise<ServerTool[]>;
  call(call: { tool: string; arguments: JsonObject }, signal: AbortSignal): Promise<ToolContent>;
  /** Requests resources or prompts. Throws if the server has none. */
  ask(method: ServerMethod, values: readonly Json[], signal: AbortSignal): Promise<Json>;
  close(): Promise<void>;
};

/**
 * Returns the value of a tool result. Texts are parsed if they are JSON. A single part is returned as it is, several as
 * a list.
 */
export function toResultValue({ content }: ToolContent): Json {
  const values = content.map((part): Json => (part.type === 'text' ? parseResultJson(part.text) : part));
  const [onlyValue] = values;
  if (onlyValue === undefined) return null;
  return values.length === 1 ? onlyValue : values;
}

/** Returns the text of a tool result that reports an error. */
export function formatToolError({ content }: ToolContent): string {
  return content.map((part) => (typeof part.text === 'string' ? part.text : JSON.stringify(part))).join('\n');
}

function parseResultJson(value: Json | undefined): Json {
  if (typeof value !== 'string') return value ?? null;
  return parseJsonOrKeepText(value);
}
