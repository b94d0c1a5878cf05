import type { JsonObject } from '../../values/index.ts';

/**
 * Converts the parameters for a model. `max_tokens` is renamed to `max_completion_tokens`, because newer models reject
 * the old name, and the new name has the same meaning for all models.
 */
export function toRequestOptions(authoredOptions: JsonObject): JsonObject {
  const { max_tokens: maxTokens, model: _name, onChunk: _listener, ...options } = authoredOptions;
  const renamedOptions = maxTokens === undefined ? options : { max_completion_tokens: maxTokens, ...options };
  return Object.fromEntries(Object.entries(renamedOptions).filter(([, value]) => value !== null));
}
