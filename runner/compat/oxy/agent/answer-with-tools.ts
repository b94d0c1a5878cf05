import type { Message, ToolCall, Usage } from '../../../contract/index.ts';
import { type AnsweredCall, addUsage, toolExchange } from '../../../fold/index.ts';
import type { LanguageModel, ModelRequest, ModelResponse } from '../../../models/language-model.ts';
import type { AgentRequest, AgentResponse } from '../../../ports/index.ts';
import { errorText, type Json, jsonText } from '../../../values/index.ts';
import type { OxyTool } from './tools.ts';

export type ToolTask = {
  request: AgentRequest;
  messages: readonly Message[];
  model: LanguageModel;
  options: NonNullable<ModelRequest['options']>;
  tools: readonly OxyTool[];
  /** The maximum number of rounds of tool calls before the model's answer must stand. */
  mostRounds: number;
  call(tool: OxyTool, values: Json, signal: AbortSignal): Promise<Json>;
};

/** Asks the model until it calls no more tools. Its answer is all that it said on the way, as oxy has it. */
export async function answerWithTools(task: ToolTask, signal: AbortSignal): Promise<AgentResponse> {
  const { request, model, options } = task;
  const tools = task.tools.map(({ declaration }) => declaration);
  const messages = [...task.messages];
  const toolCalls: ToolCall[] = [];
  let content = '';
  let usage: Usage | undefined;
  for (let round = 0; ; round += 1) {
    const question = { messages: [...messages], options, ...(tools.length === 0 ? {} : { tools }) };
    const answer = await model.generate({ ...question, context: request.context }, signal);
    content += answer.content;
    usage = addUsage(usage, answer.usage);
    const last = round === task.mostRounds;
    if (answer.toolCalls.length === 0 || tools.length === 0 || last) {
      if (answer.toolCalls.length > 0) request.context.warn?.(leftOut(answer, task));
      return { content, toolCalls, usage };
    }
    const calls = await runCalls(answer.toolCalls, task, signal);
    toolCalls.push(...calls);
    messages.push(...toolExchange(answer.content, calls.map(answeredCall)));
  }
}

function leftOut({ toolCalls }: ModelResponse, { tools, mostRounds }: ToolTask): string {
  const names = toolCalls.map(({ tool }) => tool).join(', ');
  if (tools.length === 0) return `the model called ${names}, but the agent has no tools: nothing was run`;
  return `the model still called ${names} after ${mostRounds} rounds of calls (max_tool_calls): what it said so far stands`;
}

/** One after the other: what a handler keeps is then the same in every run. */
async function runCalls(asked: ModelResponse['toolCalls'], task: ToolTask, signal: AbortSignal): Promise<ToolCall[]> {
  const calls: ToolCall[] = [];
  for (const { id, tool: name, arguments: written, error } of asked) {
    const told = { id, tool: name, arguments: written };
    const tool = task.tools.find(({ declaration }) => declaration.name === name);
    if (error !== undefined || tool === undefined) {
      calls.push({ ...told, error: error ?? `there is no tool "${name}"` });
      continue;
    }
    calls.push({ ...told, ...(await outcomeOf(() => task.call(tool, written, signal), signal)) });
  }
  return calls;
}

/** The model is told what went wrong, and may try again. */
async function outcomeOf(
  call: () => Promise<Json>,
  signal: AbortSignal,
): Promise<{ result: Json; durationMs: number } | { error: string; durationMs: number }> {
  const start = performance.now();
  try {
    return { result: await call(), durationMs: performance.now() - start };
  } catch (error) {
    signal.throwIfAborted();
    return { error: errorText(error), durationMs: performance.now() - start };
  }
}

function answeredCall({ id = '', tool: name, arguments: args, error, result }: ToolCall): AnsweredCall {
  return { id, name, arguments: jsonText(args), result: error === undefined ? resultText(result) : `Error: ${error}` };
}

function resultText(result: Json | undefined): string {
  if (typeof result === 'string') return result;
  return result === undefined ? '' : JSON.stringify(result);
}
