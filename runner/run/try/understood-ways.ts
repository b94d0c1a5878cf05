import type { JsonObject } from '../../values/index.ts';
import {
  adapted,
  everyName,
  hasHints,
  INPUT,
  isForbidden,
  isUnderstood,
  isWrongMethod,
  messages,
  type ProbeContext,
  queryNames,
  session,
  type Understood,
  withQuery,
} from './adapt-request.ts';
import { jsonRpcWays, speaksJsonRpc } from './json-rpc-ways.ts';
import type { Way } from './prober.ts';
import { type Refusal, readRefusal } from './refusal.ts';

/**
 * Common request bodies, most likely first. With bodies that carry a single message, the server must remember the
 * conversation by its session id.
 */
const bodies: readonly JsonObject[] = [
  { input: INPUT, ...session },
  { message: INPUT, ...session },
  messages,
  ...['question', 'prompt', 'query', 'text'].map((name): JsonObject => ({ [name]: INPUT, ...session })),
  ...['input', 'message', 'question', 'prompt'].map((name): JsonObject => ({ [name]: INPUT })),
];
/**
 * Requests that a server may accept, most certain first: documented requests, requests that its errors ask for, common
 * requests.
 */
export async function* understoodWays(asking: ProbeContext): AsyncGenerator<Understood> {
  const { url } = asking;
  // A server that accepts an empty body would also accept any other body, even one it does not understand.
  const empty = await asking.ask({ url, body: {} });
  const takesAnything = isUnderstood(empty);
  if (isForbidden(empty)) return;
  if (!takesAnything) {
    const documented = (await asking.api())?.wayAt(url);
    if (documented !== undefined) yield* adapted(asking, documented, await asking.ask(documented));
  }
  if (takesAnything) {
    yield* adapted(asking, { url, body: everyName }, await asking.ask({ url, body: everyName }));
    return;
  }
  if (speaksJsonRpc(empty)) {
    yield* jsonRpcWays(asking);
    return;
  }
  const refusal = readRefusal(empty);
  if (isWrongMethod(empty)) {
    yield* otherMethods(asking, refusal);
    return;
  }
  if (empty.status === 404 || empty.status === 0) return;
  let isKnown = false;
  for await (const understood of hasHints(refusal) ? adapted(asking, { url, body: {} }, empty) : []) {
    isKnown = true;
    yield understood;
  }
  if (!isKnown && !asking.isStuck()) yield* usualBodies(asking);
}

async function* usualBodies(asking: ProbeContext): AsyncGenerator<Understood> {
  const { url } = asking;
  const acceptedNames = new Set<string>();
  for (const body of bodies) {
    const [name = ''] = Object.keys(body);
    if (acceptedNames.has(name) || asking.isStuck()) continue;
    const reply = await asking.ask({ url, body });
    if (reply.status === 0 || isForbidden(reply) || isWrongMethod(reply)) return;
    for await (const understood of adapted(asking, { url, body }, reply)) {
      acceptedNames.add(name);
      yield understood;
    }
  }
  if (asking.isStuck()) return;
  for (const way of [
    { url, body: everyName, encoding: 'form' } as const,
    { url, body: INPUT, encoding: 'text' } as const,
  ]) {
    yield* adapted(asking, way, await asking.ask(way));
  }
}

async function* otherMethods(asking: ProbeContext, { methods }: Refusal): AsyncGenerator<Understood> {
  const { url } = asking;
  for (const method of ['PUT', 'PATCH'] as const) {
    if (!methods.includes(method)) continue;
    const way: Way = { url, method, body: {} };
    yield* adapted(asking, way, await asking.ask(way));
    const usual: Way = { url, method, body: everyName };
    yield* adapted(asking, usual, await asking.ask(usual));
  }
  if (methods.length > 0 && !methods.includes('GET')) return;
  const bare: Way = { url, method: 'GET' };
  const reply = await asking.ask(bare);
  const missing = readRefusal(reply).complaints.filter(({ problem }) => problem === 'missing');
  if (!reply.ok && missing.length > 0) yield* adapted(asking, bare, reply);
  const takesAnything = isUnderstood(reply);
  const ways = takesAnything ? [withQuery(url, queryNames)] : queryNames.map((name) => withQuery(url, [name]));
  for (const each of ways) {
    const way: Way = { url: each, method: 'GET' };
    const answer = await asking.ask(way);
    if (isForbidden(answer)) return;
    yield* adapted(asking, way, answer);
  }
}
