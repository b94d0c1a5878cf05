import { isJsonObject, tryParseJson } from '../../values/index.ts';
import { fetchApiDocument } from './openapi.ts';
import { presetsByBaseResponse } from './presets.ts';
import type { Prober, ServerReply } from './prober.ts';
import { parseRefusal } from './refusal.ts';

type RelatedUrlSearch = { url: string; model: string | undefined };

/** Yields the URL itself and, if no agent answers there, other URLs of the server that its responses mention. */
export async function* findRelatedUrls({ url, model }: RelatedUrlSearch, prober: Prober): AsyncGenerator<string> {
  yield url;
  const parsed = URL.parse(url);
  if (parsed === null) return;
  if (/^\/?$/.test(parsed.pathname) && parsed.search === '') yield* findDocumentedUrls({ url, model }, prober);
  const redirected = findRedirectTarget(parsed, prober.replies());
  if (redirected !== undefined) yield redirected;
  const chain = url.replace(/(?<!\/)\/+$/, '');
  if (/\/(?:invoke|stream|batch)$/.test(chain)) return;
  const schema = await prober.send({ url: `${chain}/input_schema` });
  if (schema.ok && isJsonObject(tryParseJson(schema.text))) yield `${chain}/invoke`;
}

/** A documented URL is used only if it is the only one. If there are several, only the user knows the right one. */
async function* findDocumentedUrls({ url, model }: RelatedUrlSearch, prober: Prober): AsyncGenerator<string> {
  const { origin } = new URL(url);
  const page = await prober.send({ url });
  for (const { says, path } of presetsByBaseResponse) if (says.test(page.text)) yield `${origin}${path}`;
  const api = await fetchApiDocument(url, model, prober);
  const [onlyUrl, ...others] =
    api?.talking ?? listPathsThatAcceptPost(prober.replies()).map((path) => `${origin}${path}`);
  if (onlyUrl !== undefined && others.length === 0) yield onlyUrl;
}

function findRedirectTarget({ origin, href }: URL, replies: readonly ServerReply[]): string | undefined {
  const targets = replies.flatMap(({ status, text }) => {
    const target = status === 0 ? URL.parse(/^redirects to (\S+) \(/.exec(text)?.[1] ?? '') : null;
    return target !== null && target.origin === origin && target.href !== href ? [target.href] : [];
  });
  return targets[0];
}

/** Returns the paths that accept POST according to error responses. */
export function listPathsThatAcceptPost(replies: readonly ServerReply[]): string[] {
  const paths = replies.flatMap((reply) => parseRefusal(reply).paths);
  return [...new Set(paths)].filter((path) => !path.includes('{'));
}
