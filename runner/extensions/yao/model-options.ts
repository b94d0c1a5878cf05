import type { JsonObject } from '../../values/index.ts';

/**
 * Parameters for a model. `max_tokens` is renamed, because newer models refuse it; the new name means the same for all
 * models.
 */
export function toRequestOptions(authored: JsonObject): JsonObject {
  const { max_tokens: maxTokens, model: _name, onChunk: _listener, ...options } = authored;
  const renamed = maxTokens === undefined ? options : { max_completion_tokens: maxTokens, ...options };
  return Object.fromEntries(Object.entries(renamed).filter(([, value]) => value !== null));
}
