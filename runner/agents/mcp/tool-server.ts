import { type Json, type JsonObject, jsonOrText } from '../../values/index.ts';

export type ServerTool = { name: string; description: string; schema: JsonObject };

/** Parts of a result as MCP has them: `{type: "text", text}` and others. */
export type ToolContent = { content: JsonObject[]; isError: boolean };

export const serverMethods = ['ListResources', 'ReadResource', 'ListPrompts', 'GetPrompt'] as const;
export type ServerMethod = (typeof serverMethods)[number];

/** A server of tools, wherever it runs. What it throws is for the person who reads the result. */
export type ToolServer = {
  id: string;
  tools(signal: AbortSignal): Promise<ServerTool[]>;
  call(call: { tool: string; arguments: JsonObject }, signal: AbortSignal): Promise<ToolContent>;
  /** Resources and prompts, by the name of the method; a server that has none refuses. */
  ask(method: ServerMethod, values: readonly Json[], signal: AbortSignal): Promise<Json>;
  close(): Promise<void>;
};

/** The value of a result: every text as the JSON that it is, if it is; a single part is the value itself. */
export function resultValue({ content }: ToolContent): Json {
  const values = content.map((part): Json => (part.type === 'text' ? resultJson(part.text) : part));
  const [only] = values;
  if (only === undefined) return null;
  return values.length === 1 ? only : values;
}

/** The text of a result that is an error. */
export function toolErrorText({ content }: ToolContent): string {
  return content.map((part) => (typeof part.text === 'string' ? part.text : JSON.stringify(part))).join('\n');
}

function resultJson(value: Json | undefined): Json {
  if (typeof value !== 'string') return value ?? null;
  return jsonOrText(value);
}
