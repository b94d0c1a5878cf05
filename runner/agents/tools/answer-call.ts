import type { ToolCall } from '../../contract/index.ts';
import { AgentError, type ReportFact, reportToolStart, type ToolMocks } from '../../ports/index.ts';
import { isJsonObject, type Json, toErrorMessage } from '../../values/index.ts';

/** The outcome of a tool call. */
export type ToolCallOutcome = Pick<ToolCall, 'result' | 'error' | 'mocked' | 'durationMs'>;

export type ToolCallRequest = {
  id?: string | undefined;
  name: string;
  server?: string | undefined;
  arguments: Json;
  /** Why the arguments could not be parsed. The model gets this error and may call the tool again. */
  error?: string | undefined;
  toolMocks: ToolMocks | undefined;
  /** Reports facts to the runner while the real tool runs. */
  report?: ReportFact | undefined;
  /** Calls the real tool; throws if the tool fails. Undefined if there is no real tool. */
  callReal: (() => Promise<Json>) | undefined;
};

/**
 * Answers a call with the mocks of the case. Calls the real tool if there are no mocks or if they let the call pass.
 * Throws only if neither can answer.
 */
export async function answerCall(call: ToolCallRequest, signal: AbortSignal): Promise<ToolCallOutcome> {
  const { id, name, server, arguments: args, error, toolMocks } = call;
  if (error !== undefined || !isJsonObject(args)) {
    return createFailedCallOutcome(error ?? `its arguments must be a JSON object, not ${JSON.stringify(args)}`, call);
  }
  const start = performance.now();
  const answer = await toolMocks?.answer({ id, name, server, arguments: args }, signal);
  if (answer === undefined || answer.type === 'pass') {
    const outcome = await callRealTool(call, signal);
    return { ...outcome, durationMs: performance.now() - start };
  }
  const durationMs = performance.now() - start;
  if (answer.type === 'error') return { error: answer.error, mocked: true, durationMs };
  return { result: answer.result, mocked: true, durationMs };
}

/**
 * Returns the outcome of a call with invalid arguments. If the tool is mocked, the call is marked as mocked, because
 * the real tool was not called.
 */
function createFailedCallOutcome(error: string, { toolMocks, name, server }: ToolCallRequest): ToolCallOutcome {
  return toolMocks?.isMocked({ name, server }) === true ? { error, mocked: true } : { error };
}

async function callRealTool(
  { name: tool, server, arguments: args, toolMocks, callReal, report }: ToolCallRequest,
  signal: AbortSignal,
): Promise<ToolCallOutcome> {
  if (callReal === undefined) {
    const state = toolMocks === undefined ? 'has no mock, and' : 'is allowed as a real tool, but';
    throw new AgentError(
      `the tool "${tool}" ${state} nothing here can call it: mock it, or name the MCP server that has it`,
      'configuration',
    );
  }
  const end = reportToolStart(report, { tool, server, arguments: args });
  try {
    const result = await callReal();
    end();
    return { result };
  } catch (error) {
    signal.throwIfAborted();
    end(toErrorMessage(error));
    return { error: toErrorMessage(error) };
  }
}
