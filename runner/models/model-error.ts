import { AgentError } from '../ports/index.ts';
import { classifyFailureStatus, findServiceError, isJsonObject, type Json } from '../values/index.ts';
import { NotAStreamError } from './stream-fetch.ts';

/** The facts about a failed call, extracted from the SDK's various kinds of errors. */
type ModelFailure = { status?: number; message: string; headers: Record<string, string> };

const connectionErrorPattern =
  /fetch failed|terminated|socket|ECONNREFUSED|ECONNRESET|EPIPE|other side closed|ended without a finish reason|cannot connect/i;

/** The error for a try that took longer than the connector allows. */
export class AnswerTimeoutError extends Error {}

/** True for errors that may not occur on a retry: 429, 408, 5xx, broken connections and timeouts. */
export function isRetryable(error: unknown): boolean {
  const { status, message } = toFailure(error);
  if (error instanceof NotAStreamError || findServiceError(error)?.failure === 'address') return false;
  if (status !== undefined) return status === 429 || status === 408 || status >= 500;
  return error instanceof AnswerTimeoutError || connectionErrorPattern.test(message);
}

/** True if the error means that the server limits the rate of calls (429). */
export function isRateLimited(error: unknown): boolean {
  return toFailure(error).status === 429;
}

/**
 * Returns the wait that the server requested, in milliseconds: `Retry-After` (seconds or a date) or `retry-after-ms`.
 */
export function findRetryAfterMs(error: unknown, nowMs: number = Date.now()): number | undefined {
  const { headers } = toFailure(error);
  const inMs = Number(headers['retry-after-ms']);
  if (Number.isFinite(inMs)) return Math.max(0, inMs);
  const retryAfter = headers['retry-after'];
  if (retryAfter === undefined) return undefined;
  const ms = Number.isFinite(Number(retryAfter)) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - nowMs;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

type CalledEndpoint = { title: string; url: string; key?: string | undefined; tries?: number };

/**
 * Creates the error for a failed call, for people: the connector, the address, the status and the server's message, but
 * never the key.
 */
export function toModelError(endpoint: CalledEndpoint, error: unknown): AgentError {
  if (error instanceof AgentError) return error;
  const { status, message } = toFailure(error);
  const safeMessage = maskKey(removeTlsNoise(message), endpoint.key);
  const problem = status === undefined ? 'failed' : `answered ${status}`;
  const triesNote = (endpoint.tries ?? 1) > 1 ? ` (tried ${endpoint.tries} times)` : '';
  return new AgentError(
    `${endpoint.title} at ${removeCredentials(endpoint.url)} ${problem}: ${safeMessage}${triesNote}`,
    'model',
    {
      service: classifyServiceFailure({ status, message }, error),
    },
  );
}

function classifyServiceFailure(
  { status, message }: Pick<ModelFailure, 'status' | 'message'>,
  error: unknown,
): AgentError['service'] {
  if (status !== undefined) return classifyFailureStatus(status);
  if (error instanceof AnswerTimeoutError) return 'timeout';
  return findServiceError(error)?.failure ?? (connectionErrorPattern.test(message) ? 'network' : undefined);
}

/**
 * Masks the key in a text. Keys of fewer than 8 characters stay, because they may also be ordinary words in the
 * message.
 */
function maskKey(text: string, key = ''): string {
  return key.length < 8 ? text : text.replaceAll(key, '[key]');
}

/**
 * Keeps only the middle part of an OpenSSL message, which says what happened; the other parts are locations in its
 * source.
 */
export function removeTlsNoise(text: string): string {
  return text.replaceAll(
    /(?<![\dA-F])[\dA-F]+:error:[\dA-F]+:SSL routines:\w*:([^:]+):\S+:\d+:\s*/gi,
    (_whole, reason: string) =>
      reason === 'wrong version number' ? 'the server does not speak https' : `https: ${reason}`,
  );
}

/** Removes user name and password from a URL, so that it can be shown. */
export function removeCredentials(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//');
}

function toFailure(error: unknown): ModelFailure {
  if (!(error instanceof Error)) return { message: getMessageOfErrorBody(error), headers: {} };
  return { ...findHttpStatusOfError(error), message: formatErrorWithCauses(error), headers: findHeadersOfError(error) };
}

/**
 * Returns the HTTP status of a failed call. A status below 400 is ignored: the request was accepted, but the response
 * broke off.
 */
function findHttpStatusOfError(error: Error): { status?: number } {
  if (!('statusCode' in error) || typeof error.statusCode !== 'number' || error.statusCode < 400) return {};
  return { status: error.statusCode };
}

/** Returns the message of an error in a stream, which can be any JSON that the server sent. */
function getMessageOfErrorBody(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isJsonObject(value) && typeof value.message === 'string') return value.message;
  return JSON.stringify(value) ?? String(value);
}

function formatErrorWithCauses(error: Error): string {
  const text = [error.message, getUnparsedBodyStart(error)].filter((part) => part !== '').join(': ');
  const { cause } = error;
  if (!(cause instanceof Error) || cause.message === '' || text.includes(cause.message)) return text;
  return `${text} (${formatErrorWithCauses(cause)})`;
}

function findHeadersOfError(error: Error): Record<string, string> {
  if (!('responseHeaders' in error) || typeof error.responseHeaders !== 'object') return {};
  const entries: [string, Json | undefined][] = Object.entries(error.responseHeaders ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

/** Returns the start of an error page that the SDK could not parse, because the SDK's message has only the status. */
function getUnparsedBodyStart(error: Error): string {
  if (!('responseBody' in error) || typeof error.responseBody !== 'string') return '';
  if ('data' in error && error.data !== undefined) return '';
  return error.responseBody.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
}
