import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { runTool, type ToolCall, tools } from './tools.ts';

type Message = { role: string; content: unknown; tool_calls?: object[]; tool_call_id?: string };
type Request = { messages: Message[]; metadata: Record<string, unknown> };
type ModelAnswer = { content: string; tool_calls: { id: string; tool: string; arguments: unknown }[] };
type Context = { model: { generate(question: { messages: Message[]; tools: object[] }): Promise<ModelAnswer> } };
type Answer = { content: string; tool_calls: ToolCall[]; next?: unknown };

const MAX_ROUNDS = 6;
const prompts: Message[] = parse(readFileSync(new URL('../prompts.yml', import.meta.url), 'utf8'));

/**
 * The expense assistant: calls the model, runs the tools that it requests, and repeats until it answers in text.
 * `context.model` is the connector of the run, so this file works offline and with a real model.
 */
export default async function expense(request: Request, { model }: Context): Promise<Answer> {
  const messages = [...prompts, ...request.messages];
  const calls: ToolCall[] = [];
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const answer = await model.generate({ messages, tools });
    if (answer.tool_calls.length === 0) return { content: answer.content, tool_calls: calls, ...outcomeOf(calls) };
    messages.push(callMessage(answer));
    for (const { id, tool, arguments: args } of answer.tool_calls) {
      const call = runTool(tool, args, request.metadata);
      calls.push(call);
      messages.push({ role: 'tool', tool_call_id: id, content: JSON.stringify(call.result ?? { error: call.error }) });
    }
  }
  throw new Error(`the model wanted tools ${MAX_ROUNDS} times and never answered`);
}

/** Programs that use this assistant receive a submitted expense as data and not as text. */
function outcomeOf(calls: ToolCall[]): { next?: unknown } {
  const submitted = calls.findLast((call) => call.tool === 'submit_expense' && call.error === undefined);
  return submitted === undefined ? {} : { next: submitted.result };
}

function callMessage({ content, tool_calls }: ModelAnswer): Message {
  return {
    role: 'assistant',
    content,
    tool_calls: tool_calls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: call.tool, arguments: JSON.stringify(call.arguments) },
    })),
  };
}
