import { formatToolError, toResultValue } from '../../../agents/mcp/tool-server.ts';
import type { Message, ToolCall } from '../../../contract/index.ts';
import { toToolCallMessages } from '../../../fold/index.ts';
import type { ModelToolCall } from '../../../models/language-model.ts';
import { reportToolStart } from '../../../ports/index.ts';
import { type Json, type JsonObject, toErrorMessage } from '../../../values/index.ts';
import { formatArguments } from '../completion.ts';
import type { YaoTurn } from '../yao-turn.ts';
import { callServerTool } from './call-server.ts';
import type { OfferedTool } from './offer-tools.ts';
import { prepareArguments } from './tool-arguments.ts';

/** The result of one tool call of the model. */
export type ToolRun = {
  call: ModelToolCall;
  server: string;
  tool: string;
  arguments: Json;
  outcome: { ok: true; result: Json; content: Json } | { ok: false; error: string; retryable: boolean };
  durationMs: number;
  mocked?: true | undefined;
};

type ToolContext = { offered: readonly OfferedTool[]; turn: YaoTurn };

/** Matches errors of the infrastructure, which the model cannot fix by calling the tool again. */
const unrepairablePattern =
  /network|timeout|connection|unauthorized|forbidden|unavailable|failed to select|context canceled|context deadline|server error|internal error/i;

/** Runs all tool calls of an answer in parallel, even calls of the same server. */
export function runTools(
  calls: readonly ModelToolCall[],
  toolbox: ToolContext,
  signal: AbortSignal,
): Promise<ToolRun[]> {
  return Promise.all(calls.map((call) => runTool(call, toolbox, signal)));
}

async function runTool(call: ModelToolCall, { offered, turn }: ToolContext, signal: AbortSignal): Promise<ToolRun> {
  const started = performance.now();
  const parts = call.tool.split('__');
  const [prefix = '', tool = call.tool] = parts;
  const server = prefix.replaceAll('_', '.');
  const offeredTool =
    parts.length === 2 ? offered.find((other) => other.server.id === server && other.tool === tool) : undefined;
  const named = { call, server: offeredTool === undefined ? prefix : server, tool };
  const { mocks, context } = turn.request;
  const isReal = offeredTool !== undefined && mocks?.isMocked({ name: tool, server }) !== true;
  const end = isReal ? reportToolStart(context.report, { server, tool, arguments: call.arguments }) : undefined;
  const { args, outcome, mocked } = await callOfferedTool(call, { found: offeredTool, offered, turn }, signal);
  end?.(outcome.ok ? undefined : outcome.error);
  const durationMs = performance.now() - started;
  if (!outcome.ok) turn.log('tool', `${call.tool}(${JSON.stringify(args)}) → ${outcome.error}`);
  return { ...named, arguments: args, outcome, durationMs, mocked };
}

async function callOfferedTool(
  call: ModelToolCall,
  { found, offered, turn }: ToolContext & { found: OfferedTool | undefined },
  signal: AbortSignal,
): Promise<{ args: Json } & Pick<ToolRun, 'outcome' | 'mocked'>> {
  const { mocks } = turn.request;
  if (found === undefined) {
    const knownNames = offered.map(({ name }) => name).join(', ');
    const error = `the model called "${call.tool}", which is none of the assistant's tools (${knownNames})`;
    const mocked = mocks === undefined ? undefined : true;
    return { args: call.arguments, mocked, outcome: { ok: false, error, retryable: false } };
  }
  const { server, tool: name } = found;
  const checkedArguments = prepareArguments(call.arguments, found.schema);
  if (!checkedArguments.ok) {
    // A wrong call of a mocked tool is also marked as mocked, because it does not reach the real tool.
    const mocked = mocks?.isMocked({ name, server: server.id }) === true || undefined;
    return {
      args: call.arguments,
      mocked,
      outcome: { ok: false, error: `${name}: ${checkedArguments.problem}`, retryable: true },
    };
  }
  const args = checkedArguments.value;
  try {
    const baseCall = { id: call.id, server, tool: name, arguments: args };
    const { content, mocked } = await callServerTool(baseCall, { turn, chain: [] }, signal);
    if (content.isError) return { args, mocked, outcome: createFailedToolOutcome(formatToolError(content)) };
    return { args, mocked, outcome: { ok: true, result: toResultValue(content), content: content.content } };
  } catch (error) {
    signal.throwIfAborted();
    return { args, outcome: createFailedToolOutcome(toErrorMessage(error)) };
  }
}

function createFailedToolOutcome(error: string): ToolRun['outcome'] {
  return { ok: false, error, retryable: !unrepairablePattern.test(error) };
}

/** Converts a tool call to the form for assertions and judges. */
export function toToolCall({ call, server, tool, arguments: args, outcome, durationMs, mocked }: ToolRun): ToolCall {
  const ending = outcome.ok ? { result: outcome.result } : { error: outcome.error };
  return { id: call.id, server, tool, arguments: args, ...ending, durationMs, mocked };
}

/** Converts a tool call to the form that the hook `Next` receives. */
export function toHookToolResult({ call, server, tool, outcome }: ToolRun): JsonObject {
  const hookCall = { toolcall_id: call.id, server, tool, arguments: formatArguments(call) };
  return outcome.ok ? { ...hookCall, result: outcome.result } : { ...hookCall, result: null, error: outcome.error };
}

/** Returns the model's answer with its calls, and their results, as messages for the next request. */
export function createToolRunMessages(
  content: string,
  runs: readonly ToolRun[],
  textOf: (run: ToolRun) => string,
): Message[] {
  const calls = runs.map((run) => {
    const { id, tool: name } = run.call;
    return { id, name, arguments: formatArguments(run.call), result: textOf(run) };
  });
  return toToolCallMessages(content, calls);
}
