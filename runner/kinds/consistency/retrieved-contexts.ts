import type { ToolCall } from '../../contract/index.ts';
import { isJsonObject, type Json } from '../../values/index.ts';

/** The form of a document that was looked up: its text, or its id. */
export type ContextForm = 'text' | 'id';

/** Returns the contexts in an agent's tool results. Lists may lie in envelopes: `{"results": [...]}`. */
export function retrievedContexts(toolCalls: readonly ToolCall[], form: ContextForm): string[] {
  const texts = toolCalls.flatMap(({ result }) => (result === undefined ? [] : contextsIn(result, form)));
  return [...new Set(texts)];
}

function contextsIn(result: Json, form: ContextForm): string[] {
  if (typeof result === 'string') return result === '' ? [] : [result];
  if (Array.isArray(result)) return result.flatMap((item) => contextsIn(item, form));
  if (!isJsonObject(result)) return [];
  const { id, content, text } = result;
  const known = (form === 'id' ? [id, content, text] : [content, text, id]).find((value) => typeof value === 'string');
  if (known !== undefined) return [known];
  return Object.values(result)
    .filter(Array.isArray)
    .flatMap((items) => contextsIn(items, form));
}
