import { isJsonObject, type Json, type JsonObject } from '../../values/index.ts';
import { parseDataAttribute } from './attributes.ts';
import { parseTracedMessage, type TracedMessage } from './messages.ts';

/**
 * Reads the contents of a model call by Google's ADK, which records the Gemini request and response in attributes
 * outside of the conventions.
 */
export function parseAdkContents(attributes: JsonObject): { input: TracedMessage[]; output: TracedMessage[] } {
  const request = parseDataAttribute(attributes, 'gcp.vertex.agent.llm_request');
  const response = parseDataAttribute(attributes, 'gcp.vertex.agent.llm_response');
  const config = isJsonObject(request) && isJsonObject(request.config) ? request.config : {};
  const system = config.system_instruction;
  const contents = isJsonObject(request) && Array.isArray(request.contents) ? request.contents : [];
  const answer = isJsonObject(response) ? response.content : undefined;
  return {
    input: [
      ...(typeof system === 'string' ? [parseTracedMessage(system, 'system')] : []),
      ...contents.map((content) => parseGeminiMessage(content)),
    ],
    output: isJsonObject(answer) ? [parseGeminiMessage(answer)] : [],
  };
}

function parseGeminiMessage(content: Json): TracedMessage {
  if (!isJsonObject(content)) return parseTracedMessage(content);
  const messageParts = Array.isArray(content.parts) ? content.parts : [];
  return parseTracedMessage({
    role: content.role === 'model' ? 'assistant' : (content.role ?? 'user'),
    parts: messageParts.map(toMessagePart),
  });
}

function toMessagePart(part: Json): Json {
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
