import { createLimitedFetch } from './limited-response.ts';

const MAX_EXCERPT_LENGTH = 200;

/**
 * The error for a response that is a complete document instead of a stream: a proxy's page, or the answer of a server
 * that does not stream.
 */
export class NotAStreamError extends Error {}

/**
 * Requires an event stream. Throws an error with the beginning of the document if the response is a document; the SDK
 * would only see an empty stream.
 */
export function createStreamFetch(maxAnswer: number): typeof fetch {
  const limitedFetch = createLimitedFetch(maxAnswer);
  return async (input, init) => requireEventStream(await limitedFetch(input, init));
}

async function requireEventStream(response: Response): Promise<Response> {
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || !/^(text\/html|application\/([\w.-]+\+)?json)\b/i.test(type)) return response;
  const text = (await response.text()).replaceAll(/\s+/g, ' ').trim();
  throw new NotAStreamError(
    `the answer is ${type.replace(/;.*/, '')}, not an event stream: ${text.slice(0, MAX_EXCERPT_LENGTH)}`,
  );
}
