import { isJsonObject, type Json, type JsonObject, jsonOrText, jsonText } from '../../values/index.ts';

type HttpCall = { method: string; values: readonly Json[] };
type Parts = {
  method: string;
  url: string;
  payload?: Json | undefined;
  query?: Json | undefined;
  headers?: Json | undefined;
};

/** `http.Get(url, query?, headers?)`, `http.Post(url, payload?, files?, query?, headers?)` …: `{status, code, data, headers, message}`. */
export async function callHttp(call: HttpCall, signal: AbortSignal): Promise<Json> {
  const { method, url, payload, query, headers } = requestParts(call);
  const target = new URL(url);
  for (const [name, value] of Object.entries(isJsonObject(query) ? query : {}))
    target.searchParams.set(name, jsonText(value));
  const sent = Object.entries(isJsonObject(headers) ? headers : {}).map(([name, value]): [string, string] => [
    name,
    jsonText(value),
  ]);
  const hasBody = payload !== undefined && payload !== null;
  const response = await fetch(target, {
    method,
    headers: [
      ...(hasBody && typeof payload !== 'string'
        ? [['Content-Type', 'application/json'] satisfies [string, string]]
        : []),
      ...sent,
    ],
    ...(hasBody ? { body: jsonText(payload) } : {}),
    signal,
  });
  return readResponse(response);
}

function requestParts({ method, values }: HttpCall): Parts {
  const [first = '', second, third, fourth, fifth] = values;
  if (method === 'Send')
    return {
      method: jsonText(first).toUpperCase(),
      url: jsonText(second ?? ''),
      payload: third,
      query: fourth,
      headers: fifth,
    };
  const url = jsonText(first);
  if (method === 'Get') return { method: 'GET', url, query: second, headers: third };
  if (method === 'Delete') return { method: 'DELETE', url, payload: second, query: third, headers: fourth };
  const hasFiles = method === 'Post';
  return {
    method: method.toUpperCase(),
    url,
    payload: second,
    query: hasFiles ? fourth : third,
    headers: hasFiles ? fifth : fourth,
  };
}

async function readResponse(response: Response): Promise<JsonObject> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  const headers: JsonObject = {};
  for (const [name, value] of response.headers) headers[name] = [value];
  return {
    status: response.status,
    code: response.status,
    data: isJson ? jsonOrText(bytes.toString('utf8')) : bytes.toString('base64'),
    headers,
    message: response.ok ? '' : response.statusText,
  };
}
