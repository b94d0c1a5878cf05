import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ServerTool, ToolContent } from '../../../agents/mcp/tool-server.ts';
import { loadJsonc } from '../../../models/read-jsonc.ts';
import { AgentError } from '../../../ports/index.ts';
import { isJsonObject, type Json, type JsonObject, toErrorMessage, toJsonText } from '../../../values/index.ts';
import { runProcess } from '../call-process.ts';
import type { McpServer } from '../yao-turn.ts';
import type { ServerDefinition } from './server-definition.ts';

type ProcessDefinition = Extract<ServerDefinition, { transport: 'process' }>;

/** Creates a server whose tools are functions of scripts, or other functions that `Process()` can call. */
export function createProcessServer(definition: ProcessDefinition): McpServer {
  const { id, tools } = definition;
  const toolList = Object.keys(tools)
    .toSorted()
    .map((name) => readTool(name, definition));
  return {
    id,
    tools: async () => toolList,
    async call({ tool, arguments: args }, { turn, chain }, signal) {
      const target = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
      const declaredTool = toolList.find(({ name }) => name === tool);
      if (target === undefined || declaredTool === undefined) {
        throw new AgentError(
          `the MCP server "${id}" has no tool "${tool}"; it has ${Object.keys(tools).join(', ')}`,
          'agent',
        );
      }
      const values = toProcessArguments(declaredTool.schema, args);
      try {
        return toToolContent(await runProcess({ name: target, values, context: 'last' }, { turn, chain }, signal));
      } catch (error) {
        signal.throwIfAborted();
        const message = toErrorMessage(error);
        return { content: [{ type: 'text', text: `Error executing tool ${tool}: ${message}` }], isError: true };
      }
    },
    ask(method) {
      const text = `ctx.mcp.${method}: resources and prompts of "${id}" are not available here; only its tools are`;
      return Promise.reject(new AgentError(text, 'agent'));
    },
    close: () => Promise.resolve(),
  };
}

/** Reads a tool from its schema file. Throws if there is no such file. */
export function readTool(name: string, { id, mapping }: ProcessDefinition): ServerTool {
  const stem = path.join(mapping, 'schemes', `${name}.in`);
  const file = ['.yao', '.json', '.jsonc'].map((ending) => stem + ending).find((candidate) => existsSync(candidate));
  if (file === undefined) {
    throw new AgentError(
      `the MCP server "${id}" cannot be loaded: its tool "${name}" needs ${stem}.yao`,
      'configuration',
    );
  }
  const schema = loadJsonc(file);
  if (!isJsonObject(schema)) throw new AgentError(`${file}: a JSON Schema must be an object`, 'configuration');
  return { name, description: typeof schema.description === 'string' ? schema.description : '', schema };
}

/**
 * Converts `x-process-args` of a schema to arguments: `:arguments` stands for all arguments of the tool, `$args.a.b`
 * for a part of them; anything else is passed unchanged.
 */
function toProcessArguments(schema: JsonObject, args: JsonObject): Json[] {
  const processArguments = schema['x-process-args'];
  if (!Array.isArray(processArguments)) return [args];
  return processArguments.map((item) => {
    if (item === ':arguments') return args;
    if (typeof item !== 'string' || !item.startsWith('$')) return item;
    const keys = item
      .slice(1)
      .replace(/^args\./, '')
      .split('.');
    return keys.reduce<Json>((value, key) => (isJsonObject(value) ? (value[key] ?? null) : null), args);
  });
}

function toToolContent(result: Json): ToolContent {
  const text = toJsonText(result);
  return { content: [{ type: 'text', text: result === null ? '' : text }], isError: false };
}
