import * as z from 'zod';
import { jsonObjectSchema, type Message } from '../../contract/index.ts';
import { chooseConnector } from '../../models/choose-connector.ts';
import { AgentError, type AgentResponse } from '../../ports/index.ts';
import { isJsonObject, type Json, type JsonObject, toErrorMessage, withoutUndefined } from '../../values/index.ts';
import { askAgent } from './ask-agent.ts';
import { toCompletion } from './completion.ts';
import { looseMessageSchema } from './hook-messages.ts';
import { toRequestOptions } from './model-options.ts';
import type { YaoTurn } from './yao-turn.ts';

const messagesSchema = z.union([
  z.string().transform((content): Message[] => [{ role: 'user', content }]),
  z.array(looseMessageSchema),
  looseMessageSchema.transform((message) => [message]),
]);
const agentOptionsSchema = z.object({
  connector: z.string().optional(),
  metadata: jsonObjectSchema.optional(),
});

/**
 * Implements `ctx.agent.Call(id, messages, options)`. Returns `{agent_id, response, content}`, or `error` instead of
 * response and content.
 */
export async function callAgent(
  [id, messages, options]: readonly Json[],
  turn: YaoTurn,
  signal: AbortSignal,
): Promise<Json> {
  if (typeof id !== 'string' || id === '') throw new AgentError('ctx.agent.Call needs the id of an agent', 'agent');
  const messageList = parseMessages(messages, 'ctx.agent.Call');
  const { connector, metadata } = agentOptionsSchema.catch({}).parse(options ?? {});
  try {
    const response = await askAgent(
      { agentId: id, connector, messages: messageList, options: { metadata } },
      turn,
      signal,
    );
    return { agent_id: id, content: response.content, response: toResponseObject(id, response) };
  } catch (error) {
    signal.throwIfAborted();
    const text = toErrorMessage(error);
    turn.warn(`the agent "${id}", which a script asked, failed: ${text}`);
    return { agent_id: id, error: text };
  }
}

/**
 * Implements `ctx.llm.Stream(connector, messages, options)`. Returns `{connector, response, content}`, or `error`
 * instead of response and content.
 */
export async function callModel(
  [id, messages, options]: readonly Json[],
  turn: YaoTurn,
  signal: AbortSignal,
): Promise<Json> {
  const { runtime, request } = turn;
  const connectorName = typeof id === 'string' ? id : '';
  const modelMessages = parseMessages(messages, 'ctx.llm.Stream');
  try {
    const connector = chooseConnector({ id: turn.assistant.id, connector: connectorName }, runtime);
    const model = runtime.connectors.model(connector);
    const callOptions = toRequestOptions(isJsonObject(options) ? options : {});
    const answer = await model.generate(
      { messages: modelMessages, options: callOptions, context: request.context },
      signal,
    );
    turn.spend(answer.usage);
    return { connector, content: answer.content, response: toCompletion(answer, connector) };
  } catch (error) {
    signal.throwIfAborted();
    const text = toErrorMessage(error);
    turn.warn(`the model "${connectorName}", which a script asked, failed: ${text}`);
    return { connector: connectorName, error: text };
  }
}

/** Converts a response to the form that hooks receive; the text is in `completion`. */
function toResponseObject(id: string, { content, toolCalls, next }: AgentResponse): JsonObject {
  const tools: JsonObject[] = toolCalls.map((call) => JSON.parse(JSON.stringify(call)));
  return withoutUndefined({
    assistant_id: id,
    completion: { role: 'assistant', content },
    next,
    tools: tools.length === 0 ? undefined : tools,
  });
}

function parseMessages(value: Json | undefined, method: string): Message[] {
  const parsed = messagesSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AgentError(`${method} needs messages, such as [{role: "user", content: "…"}]`, 'agent');
}
