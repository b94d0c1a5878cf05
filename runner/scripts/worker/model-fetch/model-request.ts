import { isJsonObject, type Json, type JsonObject, parseJson } from '../../../values/index.ts';

/** A model request in its recorded form: without server, query and headers, which differ between machines. */
export type ModelRequest = { http: string; body: JsonObject };

/**
 * Recognizes a model request by its body, on any server: chat completions and messages (`messages`), responses,
 * completions and embeddings (`model` with `input` or `prompt`), generateContent and similar (`contents`).
 */
export function parseModelRequest(request: { method: string; url: string; body: string }): ModelRequest | undefined {
  const { method, url, body } = request;
  const payload = method === 'POST' && /^\s*\{/.test(body) ? parseRequestBody(body) : undefined;
  if (payload === undefined || !asksModel(payload)) return undefined;
  return { http: `POST ${new URL(url).pathname}`, body: payload };
}

/** Recognizes a model request by its path, if its body cannot be read. */
export function looksLikeModel({ method, path }: { method: string; path: string }): boolean {
  return method === 'POST' && modelPathPattern.test(path.replace(/\?.*/s, ''));
}

const modelPathPattern =
  /\/chat\/completions$|\/v\d\w*\/(?:responses|completions|messages|embeddings)$|\/converse(?:-stream)?$|\/api\/(?:chat|generate|embed)$|:(?:stream)?generateContent$|:(?:streamR|r)awPredict$|\/invoke(?:-with-response-stream)?$/i;

function asksModel({ messages, model, input, prompt, contents, content, requests }: JsonObject): boolean {
  if (isListWithKey(messages, 'role') || isListWithKey(contents, 'parts')) return true;
  if (typeof model === 'string' && (input !== undefined || prompt !== undefined)) return true;
  // The gateway of the AI SDK and the embeddings of Gemini use these shapes of requests.
  if (isListWithKey(prompt, 'role')) return true;
  return hasKey(content, 'parts') || isListWithKey(requests, 'content');
}

function isListWithKey(value: Json | undefined, key: string): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((each) => hasKey(each, key));
}

function hasKey(value: Json | undefined, key: string): boolean {
  return isJsonObject(value) && Object.hasOwn(value, key);
}

function parseRequestBody(body: string): JsonObject | undefined {
  try {
    const value = parseJson(body);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
