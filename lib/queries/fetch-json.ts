import * as z from 'zod';

const errorSchema = z.object({
  error: z.object({ code: z.string(), message: z.string(), details: z.array(z.string()).default([]) }),
});

/** A refusal of the server, in its words. `status` is 0 when nobody answered. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: readonly string[];

  constructor(status: number, message: string, details: readonly string[] = []) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.details = details;
  }
}

export async function getJson<Answer>(url: string, signal: AbortSignal): Promise<Answer> {
  return answerOf<Answer>(await reach(url, { signal, headers: { accept: 'application/json' } }));
}

/** A request that changes something; the header tells the server that one of its own pages sent it. */
export async function postJson<Answer>(url: string, body: unknown): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'x-turntree': '1' };
  return answerOf<Answer>(await reach(url, { method: 'POST', headers, body: JSON.stringify(body) }));
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new ApiError(0, 'The Turntree server does not answer.', ['Is "runner ui" still running?']);
  }
}

async function answerOf<Answer>(response: Response): Promise<Answer> {
  if (response.ok) return trusted<Answer>(await response.json());
  const parsed = errorSchema.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success) throw new ApiError(response.status, `The server answered with ${response.status}.`);
  const { message, details } = parsed.data.error;
  throw new ApiError(response.status, message, details);
}

/** Page and server are one build, and the server has parsed what it sends, so its answers have the type it says. */
function trusted<Answer>(value: unknown): Answer {
  return value as Answer;
}
