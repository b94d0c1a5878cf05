import { isJsonObject, type Json, type ToolCall } from '../contract/index.ts';

const textKeys = ['content', 'text', 'id'];

/** What an agent looked up: the texts in the results of its tool calls, documents by their content and by their id. */
export function retrievedContexts(toolCalls: readonly ToolCall[]): string[] {
  const texts = toolCalls.flatMap(({ result }) => (result === undefined ? [] : textsIn(result)));
  return [...new Set(texts)];
}

function textsIn(result: Json): string[] {
  if (typeof result === 'string') return result === '' ? [] : [result];
  if (Array.isArray(result)) return result.flatMap(textsIn);
  if (!isJsonObject(result)) return [];
  const own = textKeys.map((key) => result[key]).filter((text) => typeof text === 'string');
  // A list of documents often comes in an envelope: {"results": [...], "total": 3}.
  return own.length > 0 ? own : Object.values(result).filter(Array.isArray).flatMap(textsIn);
}
