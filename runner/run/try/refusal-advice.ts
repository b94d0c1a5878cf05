import { fetchApiDocument } from './openapi.ts';
import type { Prober, ServerReply } from './prober.ts';
import { listPathsThatAcceptPost } from './related-addresses.ts';

/** Suggests what the user can do after the server rejected a request, one suggestion per line. */
export async function adviseAfterRefusal(
  { url, model }: { url: string; model: string | undefined },
  prober: Prober,
): Promise<string[]> {
  const replies = prober.replies();
  const isNowhere = replies.every(({ status }) => [0, 404, 405].includes(status));
  const documented = isNowhere ? ((await fetchApiDocument(url, model, prober))?.posts ?? []) : [];
  const posts = isNowhere ? [...new Set([...documented, ...listPathsThatAcceptPost(replies)])].slice(0, 10) : [];
  return [
    ...replies
      .filter(({ status }) => status === 401 || status === 403)
      .slice(0, 1)
      .map((reply) => adviseToSendKey(reply, prober)),
    ...(posts.length === 0 ? [] : [`It documents: POST ${posts.join(', POST ')}`]),
    ...replies
      .filter(({ status, text }) => status === 0 && text.startsWith('redirects'))
      .slice(0, 1)
      .map(({ text }) => `It ${text}.`),
    ...replies
      .filter(({ status }) => status === 429)
      .slice(0, 1)
      .map(adviseToRetryLater),
  ];
}

function adviseToRetryLater({ headers }: ServerReply): string {
  const after = headers.get('retry-after');
  return `It answers 429: too many requests${after === null ? '' : `, retry after ${after}`}.`;
}

function adviseToSendKey({ headers, text }: ServerReply, prober: Prober): string {
  const scheme = headers.get('www-authenticate');
  const named = /\b(x-[\w-]{0,40}(?:key|token|auth)[\w-]{0,40}|api-key)\b/i.exec(`${text} ${scheme ?? ''}`)?.[1];
  const says = scheme === null ? '' : ` (WWW-Authenticate: ${scheme})`;
  const kind = /^basic/i.test(scheme ?? '') ? 'Basic' : 'Bearer';
  const header = named === undefined ? `{"Authorization": "${kind} $ENV.AGENT_KEY"}` : `{"${named}": "$ENV.AGENT_KEY"}`;
  const chatKey = prober.isKeyRefused()
    ? 'It refuses the key in OPENAI_API_KEY'
    : `It requires a key${says}. For chat completions set OPENAI_API_KEY`;
  return `${chatKey}; any other key goes into "headers" of an entry: ${header}.`;
}
