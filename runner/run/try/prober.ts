import { fillVariables } from '../../agents/fill-variables.ts';
import { rootMessage } from '../../agents/http/http-agent.ts';
import { addressOf, sendRequest } from '../../agents/http/send-request.ts';
import { AgentError } from '../../ports/index.ts';
import { excerpt } from '../../reporters/console/excerpt.ts';
import type { Json } from '../../values/index.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const PATIENCE_MS = 60_000;

export type Reply = { status: number; ok: boolean; type: string; text: string };

/** Whether the address is wrong, not the body that was sent there. */
export function isElsewhere({ status }: Reply): boolean {
  return [0, 401, 403, 404, 405, 501].includes(status);
}

/** A request without a body is a GET. `key` is sent only when the server answers 401 without it. */
export type Question = { url: string; body?: Json; key?: string | undefined };

/** Sends requests to an address, one after the other, and keeps what came of each. */
export type Prober = {
  send(question: Question): Promise<Reply & { withKey: boolean }>;
  /** What was sent, and what was answered, a line each. */
  tried(): readonly string[];
};

/** Throws a `UsageError` when nobody answers at all: then no other request would help. */
export function createProber({ variables }: Pick<Terminal, 'variables'>, signal: AbortSignal): Prober {
  const tried: string[] = [];

  async function sendOnce({ url: written, body, key }: Question): Promise<Reply> {
    const url = new URL(fillVariables(written, { agent: 'try', field: 'url', variables }));
    const method = body === undefined ? 'GET' : 'POST';
    const asked = `${method} ${addressOf(url)}${body === undefined ? '' : ` ${shapeOf(body)}`}`;
    const headers: Record<string, string> = { accept: 'application/json, text/event-stream;q=0.5' };
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (key !== undefined) headers.authorization = `Bearer ${key}`;
    const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    try {
      const request = { url, method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
      const response = await sendRequest(request, patience);
      const text = await response.text();
      tried.push(`${asked}: ${response.status} ${excerpt(text, 120)}`.trimEnd());
      const type = response.headers.get('content-type') ?? '';
      return { status: response.status, ok: response.ok, type, text };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AgentError)) throw nobody(addressOf(url), error);
      tried.push(`${asked}: ${error.message}`);
      return { status: 0, ok: false, type: '', text: '' };
    }
  }

  return {
    tried: () => tried,
    async send({ key, ...question }) {
      const reply = await sendOnce(question);
      if (reply.status !== 401 || key === undefined) return { ...reply, withKey: false };
      return { ...(await sendOnce({ ...question, key })), withKey: true };
    },
  };
}

function nobody(address: string, error: unknown): UsageError {
  return new UsageError(`${address} does not answer: ${rootMessage(error)}`);
}

/** The keys of a body say enough of it. */
function shapeOf(body: Json): string {
  return `{${Object.keys(Object(body)).join(', ')}}`;
}
