import { limitedFetch } from './limited-response.ts';

const SHOWN = 200;

/** An answer that is whole and not a stream: a page of some proxy, or a server that does not stream. */
export class NoStream extends Error {}

/** Asks for a stream of events. A document instead is an error that shows how it begins; the SDK would see an empty stream. */
export function streamFetch(maxAnswer: number): typeof fetch {
  const limited = limitedFetch(maxAnswer);
  return async (input, init) => requireEventStream(await limited(input, init));
}

async function requireEventStream(response: Response): Promise<Response> {
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || !/^(text\/html|application\/([\w.-]+\+)?json)\b/i.test(type)) return response;
  const text = (await response.text()).replaceAll(/\s+/g, ' ').trim();
  throw new NoStream(`the answer is ${type.replace(/;.*/, '')} and no stream of events: ${text.slice(0, SHOWN)}`);
}
