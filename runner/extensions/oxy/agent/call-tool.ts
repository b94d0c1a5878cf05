import path from 'node:path';
import type { FormatWorkspace } from '../../../agents/agent-format.ts';
import type { Usage } from '../../../contract/index.ts';
import { AgentError, type AgentRequest, createNestedContext } from '../../../ports/index.ts';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  toErrorMessage,
  toJsonText,
  withoutUndefined,
} from '../../../values/index.ts';
import type { Databases, HandlerCaller, Query } from '../databases/open-databases.ts';
import type { OxyAgentSource } from './agent-definition.ts';
import type { Instructions } from './instructions.ts';
import type { OxyFile } from './oxy-files.ts';
import type { OxyTool } from './tools.ts';

/** What all agents of a project share. */
export type OxyRuntime = FormatWorkspace & { databases: Databases };

export type OpenedOxyAgent = Pick<OxyFile, 'id' | 'file'> & {
  runtime: OxyRuntime;
  source: OxyAgentSource;
  instructions: Instructions;
  /** Descriptions of the databases that the instructions use, for the templates. */
  databaseDescriptions: JsonObject;
  tools: readonly OxyTool[];
};

/** The request during which a tool is called. `onUsage` gets the usage of other agents that the tool calls. */
export type ToolCallContext = { agent: OpenedOxyAgent; request: AgentRequest; onUsage(usage: Usage | undefined): void };

/**
 * Answers a tool call of the model: with a handler of the workspace, a database, a workflow or a search in files. If
 * the tool has none of these, the result is the arguments of the call.
 */
export async function callTool(
  { tool, values, ...asking }: ToolCallContext & { tool: OxyTool; values: Json },
  signal: AbortSignal,
): Promise<Json> {
  const { agent, request, onUsage } = asking;
  const { runtime, id } = agent;
  const { answer, declaration } = tool;
  const callHandlerForTool: HandlerCaller = (handledCall, stopSignal) => callHandler(handledCall, asking, stopSignal);
  switch (answer.by) {
    case 'handler':
      return callHandlerForTool({ key: answer.key, name: `tools.${declaration.name}`, values }, signal);
    case 'database': {
      const sql = isJsonObject(values) && typeof values.sql === 'string' ? values.sql : '';
      return runToolQuery({ runtime, sql, call: callHandlerForTool, ...answer }, signal);
    }
    case 'workflow': {
      const workflow = await runtime.agents.agent({ id: answer.id }, signal);
      const { sessionId, mocks } = request;
      const metadata = withoutUndefined({ variables: values, task_ref: answer.task });
      const response = await workflow.invoke(
        { messages: [], options: { metadata }, sessionId, context: createNestedContext(request.context, id), mocks },
        signal,
      );
      onUsage(response.usage);
      return response.content;
    }
    case 'words':
      return answer.search(isJsonObject(values) ? toJsonText(values.query ?? '') : toJsonText(values));
    case 'itself':
      return values;
    default:
      return answer satisfies never;
  }
}

const MAX_ROWS = 100;

async function runToolQuery(
  { runtime, does, ...query }: Query & { runtime: OxyRuntime; does: 'execute' | 'validate' },
  signal: AbortSignal,
): Promise<Json> {
  if (does === 'execute') {
    const { rows } = await runtime.databases.queryDatabase(query, signal);
    return { rows: rows.slice(0, MAX_ROWS), row_count: rows.length };
  }
  try {
    await runtime.databases.queryDatabase({ ...query, sql: `EXPLAIN ${query.sql}` }, signal);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    return `SQL validation failed: ${toErrorMessage(error)}`;
  }
}

async function callHandler(
  { key, name, values }: Parameters<HandlerCaller>[0],
  { agent, request, onUsage }: ToolCallContext,
  signal: AbortSignal,
): Promise<Json> {
  const { id, file, runtime } = agent;
  const { context, sessionId, mocks } = request;
  const callers = [...(context.callers ?? []), id, name];
  refuseCycle(name, callers.slice(0, -1));
  return runtime.handlers.call(
    {
      key,
      from: { baseDir: path.dirname(file), agentId: id },
      call: {
        name,
        values: [values],
        chain: [],
        services: {
          report: context.report,
          askAgent: async ({ agentId, messages, options }) => {
            const agent = await runtime.agents.agent({ id: agentId }, signal);
            const nested = { messages, options, sessionId, context: createNestedContext(context, id, name), mocks };
            const response = await agent.invoke(nested, signal);
            onUsage(response.usage);
            return response;
          },
        },
      },
    },
    signal,
  );
}

/**
 * Throws if a tool is called during the call of another tool. All handlers run in one thread, which is blocked while a
 * handler calls an agent, so the inner tool call would never be answered.
 */
function refuseCycle(name: string, callers: readonly string[]): void {
  const waitingCaller = callers.find((caller) => caller.startsWith('tools.'));
  if (waitingCaller === undefined) return;
  const chain = [...callers, name].join(' → ');
  throw new AgentError(
    `${name} cannot be answered: ${waitingCaller} waits for this very call (${chain})`,
    'configuration',
  );
}
