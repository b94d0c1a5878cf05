import { type AcceptedRequest, isUsableReply } from './adapt-request.ts';
import { type HttpSearch, probeMessages } from './http-search.ts';
import type { RequestTemplate, ServerReply } from './prober.ts';
import { parseRefusal } from './refusal.ts';
import { findOpenedSessionPath } from './session.ts';

const messageFieldNames = ['message', 'input', 'text', 'question', 'query', 'prompt'];

/**
 * If the server's error says that a session is required, finds the request that opens one. The error message or the API
 * documentation must name this request.
 */
export async function* findSessionRequests(search: HttpSearch): AsyncGenerator<AcceptedRequest> {
  const { url, prober } = search;
  if (search.isStuck()) return;
  const trialWay: RequestTemplate = { url, body: { message: '{{input}}', session_id: '{{session_id}}' } };
  const { reply: refused } = await search.speak(trialWay, probeMessages[0]);
  if (refused.ok || !/session|conversation|thread/i.test(refused.text)) return;
  for (const opener of await findSessionOpeners(search, refused)) {
    const session = await prober.send({ url: opener, body: {} });
    const id = session.ok ? findOpenedSessionPath(session.text) : undefined;
    if (id !== undefined) yield* listRequestsInSession(search, { opener, path: id.path });
  }
}

async function findSessionOpeners({ url, api }: HttpSearch, refused: ServerReply): Promise<string[]> {
  const { origin } = new URL(url);
  const documented = (await api())?.openers ?? [];
  const openers = [...parseRefusal(refused).paths.map((path) => `${origin}${path}`), ...documented];
  return [...new Set(openers)].filter((opener) => opener !== url && !opener.includes('{'));
}

async function* listRequestsInSession(
  search: HttpSearch,
  { opener, path }: { opener: string; path: string },
): AsyncGenerator<AcceptedRequest> {
  const setup = { url: new URL(opener).pathname, headers: {}, body: {} };
  const key = /session|conversation|thread/i.test(path) ? (path.split('.').at(-1) ?? 'session_id') : 'session_id';
  for (const name of messageFieldNames) {
    const template: RequestTemplate = {
      url: search.url,
      setup,
      body: { [name]: '{{input}}', [key]: `{{setup.${path}}}` },
    };
    const { reply } = await search.speak(template, probeMessages[0]);
    if (isUsableReply(reply)) yield { requestTemplate: template, reply };
  }
}
