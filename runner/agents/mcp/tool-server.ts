import { type Json, type JsonObject, parseJsonOrKeepText } from '../../values/index.ts';

export type ServerTool = { name: string; description: string; schema: JsonObject };

/** The parts of a result in MCP format: `{type: "text", text}` and others. */
export type ToolContent = { content: JsonObject[]; isError: boolean };

export const serverMethods = ['ListResources', 'ReadResource', 'ListPrompts', 'GetPrompt'] as const;
export type ServerMethod = (typeof serverMethods)[number];

/** A tool server, wherever it runs. Its errors are meant for the person who reads the result. */
export type ToolServer = {
  id: string;
  tools(signal: AbortSignal): Promise<ServerTool[]>;
  call(call: { tool: string; arguments: JsonObject }, signal: AbortSignal): Promise<ToolContent>;
  /** Requests resources and prompts by method name; throws when the server has none. */
  ask(method: ServerMethod, values: readonly Json[], signal: AbortSignal): Promise<Json>;
  close(): Promise<void>;
};

/**
 * Returns the value of a tool result: texts are parsed as JSON where possible, and a single part is returned without a
 * list.
 */
export function toResultValue({ content }: ToolContent): Json {
  const values = content.map((part): Json => (part.type === 'text' ? parseResultJson(part.text) : part));
  const [onlyValue] = values;
  if (onlyValue === undefined) return null;
  return values.length === 1 ? onlyValue : values;
}

/** The text of a result that is an error. */
export function formatToolError({ content }: ToolContent): string {
  return content.map((part) => (typeof part.text === 'string' ? part.text : JSON.stringify(part))).join('\n');
}

function parseResultJson(value: Json | undefined): Json {
  if (typeof value !== 'string') return value ?? null;
  return parseJsonOrKeepText(value);
}
