import {
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonOrKeepText,
  toErrorMessage,
  toJsonText,
} from '../../values/index.ts';

type HttpCall = { method: string; values: readonly Json[] };
const defaultArgumentNames = ['url', 'payload', 'query', 'headers'];

/** The argument lists of those `http` methods that differ from the usual list. */
const argumentNamesByMethod: Readonly<Record<string, readonly string[]>> = {
  Get: ['url', 'query', 'headers'],
  Post: ['url', 'payload', 'files', 'query', 'headers'],
  Send: ['method', ...defaultArgumentNames],
};

/**
 * Implements `http.Get(url, query?, headers?)`, `http.Post(url, payload?, files?, query?, headers?)` …, which return
 * `{status, code, data, headers, message}`. As in Yao, a request without a response does not throw but returns status
 * 0; `warn` adds a warning to the case's result.
 */
export async function callHttp(
  { method, values }: HttpCall,
  warn: (text: string) => void,
  signal: AbortSignal,
): Promise<Json> {
  const namedArguments = (argumentNamesByMethod[method] ?? defaultArgumentNames).map((name, position) => [
    name,
    values[position],
  ]);
  const parts: Partial<JsonObject> = Object.fromEntries(namedArguments);
  const { method: verb = method, url = '', payload, query, headers } = parts;
  const target = new URL(toJsonText(url));
  for (const [name, value] of Object.entries(isJsonObject(query) ? query : {}))
    target.searchParams.set(name, toJsonText(value));
  const sentHeaders = new Headers({ 'Content-Type': 'application/json; charset=utf-8' });
  for (const [name, value] of Object.entries(isJsonObject(headers) ? headers : {}))
    sentHeaders.set(name, toJsonText(value));
  const isSent = payload !== undefined && payload !== null;
  const body = isSent ? encodeBody(payload, sentHeaders.get('Content-Type') ?? '') : undefined;
  try {
    return await readResponse(
      await fetch(target, {
        method: toJsonText(verb).toUpperCase(),
        headers: sentHeaders,
        signal,
        ...(isSent ? { body } : {}),
      }),
    );
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? toErrorMessage(error.cause ?? error) : toErrorMessage(error);
    warn(`http.${method}: ${target.origin} cannot be reached (${reason}): the script got the status 0, as in Yao`);
    return { status: 0, code: 0, data: null, headers: {}, message: reason };
  }
}

/** A payload with a JSON content type is always serialized as JSON, even if it is a string. */
function encodeBody(payload: Json, contentType: string): string {
  if (contentType.startsWith('application/json')) return JSON.stringify(payload);
  if (!contentType.startsWith('application/x-www-form-urlencoded') || !isJsonObject(payload))
    return toJsonText(payload);
  const fields = Object.entries(payload).map(([name, value]): [string, string] => [name, toJsonText(value)]);
  return new URLSearchParams(fields).toString();
}

async function readResponse(response: Response): Promise<JsonObject> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const headers: JsonObject = {};
  for (const [name, value] of response.headers) headers[name] = [value];
  const data = isJson ? parseJsonOrKeepText(bytes.toString('utf8')) : bytes.toString('base64');
  const message = isJsonObject(data) && typeof data.message === 'string' ? data.message : '';
  const { status } = response;
  return { status, code: status, data: bytes.length === 0 ? null : data, headers, message };
}
