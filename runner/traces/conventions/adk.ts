import { isJsonObject, type Json, type JsonObject } from '../../values/index.ts';
import { dataAt } from './attributes.ts';
import { readMessage, type TracedMessage } from './messages.ts';

/**
 * Reads the contents of a model call by Google's ADK, which records the Gemini request and response in attributes
 * outside of the conventions.
 */
export function adkContents(attributes: JsonObject): { input: TracedMessage[]; output: TracedMessage[] } {
  const request = dataAt(attributes, 'gcp.vertex.agent.llm_request');
  const response = dataAt(attributes, 'gcp.vertex.agent.llm_response');
  const config = isJsonObject(request) && isJsonObject(request.config) ? request.config : {};
  const system = config.system_instruction;
  const contents = isJsonObject(request) && Array.isArray(request.contents) ? request.contents : [];
  const answer = isJsonObject(response) ? response.content : undefined;
  return {
    input: [
      ...(typeof system === 'string' ? [readMessage(system, 'system')] : []),
      ...contents.map((content) => geminiMessage(content)),
    ],
    output: isJsonObject(answer) ? [geminiMessage(answer)] : [],
  };
}

function geminiMessage(content: Json): TracedMessage {
  if (!isJsonObject(content)) return readMessage(content);
  const parts = Array.isArray(content.parts) ? content.parts : [];
  return readMessage({
    role: content.role === 'model' ? 'assistant' : (content.role ?? 'user'),
    parts: parts.map(toPart),
  });
}

function toPart(part: Json): Json {
  if (!isJsonObject(part)) return part;
  if (typeof part.text === 'string') {
    return part.thought === true ? { type: 'reasoning', text: part.text } : { type: 'text', content: part.text };
  }
  const call = part.function_call ?? part.functionCall;
  if (isJsonObject(call)) {
    return { type: 'tool_call', id: call.id ?? null, name: call.name ?? null, arguments: call.args ?? {} };
  }
  const result = part.function_response ?? part.functionResponse;
  if (isJsonObject(result))
    return { type: 'tool_call_response', id: result.id ?? null, response: result.response ?? null };
  return part;
}
