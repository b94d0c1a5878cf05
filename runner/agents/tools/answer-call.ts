import type { ToolCall } from '../../contract/index.ts';
import { AgentError, type ReportFact, reportToolStart, type ToolMocks } from '../../ports/index.ts';
import { isJsonObject, type Json, toErrorMessage } from '../../values/index.ts';

/** The outcome of a tool call, for the recorded result and for the caller. */
export type ToolCallOutcome = Pick<ToolCall, 'result' | 'error' | 'mocked' | 'durationMs'>;

export type ToolCallRequest = {
  id?: string | undefined;
  name: string;
  server?: string | undefined;
  arguments: Json;
  /** Why the arguments of the call could not be parsed. The model gets this error and may try again. */
  error?: string | undefined;
  toolMocks: ToolMocks | undefined;
  /** Reports a fact to the runner when the real tool is called. */
  report?: ReportFact | undefined;
  /** Calls the real tool and throws its error; undefined when nothing here can call it. */
  callReal: (() => Promise<Json>) | undefined;
};

/**
 * Answers a call from the mocks of the case, or by the real tool if there are no mocks or they let the call pass.
 * Throws only when nothing can answer.
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
 * The result of a call that could not be made. For a mocked tool, the call is marked as mocked, because the real tool
 * was not called.
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
