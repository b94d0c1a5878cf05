import * as z from 'zod';

const address = 'http://127.0.0.1:4319/api';

export function createGetRequest(search: Readonly<Record<string, string>> = {}, headers?: HeadersInit): Request {
  return new Request(`${address}?${new URLSearchParams(search)}`, headers === undefined ? {} : { headers });
}

/** A string body is sent unchanged. */
export function createPostRequest(body: unknown): Request {
  const headers = { 'content-type': 'application/json', 'x-turntree': '1' };
  return new Request(address, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** The second argument of a route handler below a run. */
export function createRunParams(runId: string): { params: Promise<{ runId: string }> } {
  return { params: Promise.resolve({ runId }) };
}

const refusalSchema = z.object({
  error: z.object({ code: z.string(), message: z.string().min(1), details: z.array(z.string()) }),
});

/** Returns the status, code and message text of a refusal. Throws if the response is not a refusal. */
export async function parseRefusal(
  answer: Promise<Response>,
): Promise<{ status: number; code: string; words: string }> {
  const response = await answer;
  const { code, message, details } = refusalSchema.parse(await response.json()).error;
  return { status: response.status, code, words: [message, ...details].join('\n') };
}
