import type { JsonObject } from '../../values/index.ts';
import {
  adaptRequest,
  allInputNames,
  hasUsableComplaints,
  INPUT_PLACEHOLDER,
  isForbidden,
  isUnderstood,
  isWrongMethod,
  messagesPlaceholder,
  type ProbeContext,
  queryNames,
  sessionPlaceholder,
  type UnderstoodRequest,
  withQuery,
} from './adapt-request.ts';
import { jsonRpcRequests, speaksJsonRpc } from './json-rpc-requests.ts';
import type { RequestTemplate } from './prober.ts';
import { readRefusal, type ServerRefusal } from './refusal.ts';

/**
 * Common request bodies, most likely first. With bodies that carry a single message, the server must remember the
 * conversation by its session id.
 */
const bodies: readonly JsonObject[] = [
  { input: INPUT_PLACEHOLDER, ...sessionPlaceholder },
  { message: INPUT_PLACEHOLDER, ...sessionPlaceholder },
  messagesPlaceholder,
  ...['question', 'prompt', 'query', 'text'].map(
    (name): JsonObject => ({ [name]: INPUT_PLACEHOLDER, ...sessionPlaceholder }),
  ),
  ...['input', 'message', 'question', 'prompt'].map((name): JsonObject => ({ [name]: INPUT_PLACEHOLDER })),
];
/**
 * Requests that a server may accept, most certain first: documented requests, requests that its errors ask for, common
 * requests.
 */
export async function* findUnderstoodRequests(asking: ProbeContext): AsyncGenerator<UnderstoodRequest> {
  const { url } = asking;
  // A server that accepts an empty body would also accept any other body, even one it does not understand.
  const empty = await asking.ask({ url, body: {} });
  const takesAnything = isUnderstood(empty);
  if (isForbidden(empty)) return;
  if (!takesAnything) {
    const documented = (await asking.api())?.wayAt(url);
    if (documented !== undefined) yield* adaptRequest(asking, documented, await asking.ask(documented));
  }
  if (takesAnything) {
    yield* adaptRequest(asking, { url, body: allInputNames }, await asking.ask({ url, body: allInputNames }));
    return;
  }
  if (speaksJsonRpc(empty)) {
    yield* jsonRpcRequests(asking);
    return;
  }
  const refusal = readRefusal(empty);
  if (isWrongMethod(empty)) {
    yield* tryOtherMethods(asking, refusal);
    return;
  }
  if (empty.status === 404 || empty.status === 0) return;
  let isKnown = false;
  for await (const understood of hasUsableComplaints(refusal) ? adaptRequest(asking, { url, body: {} }, empty) : []) {
    isKnown = true;
    yield understood;
  }
  if (!isKnown && !asking.isStuck()) yield* tryCommonBodies(asking);
}

async function* tryCommonBodies(asking: ProbeContext): AsyncGenerator<UnderstoodRequest> {
  const { url } = asking;
  const acceptedNames = new Set<string>();
  for (const body of bodies) {
    const [name = ''] = Object.keys(body);
    if (acceptedNames.has(name) || asking.isStuck()) continue;
    const reply = await asking.ask({ url, body });
    if (reply.status === 0 || isForbidden(reply) || isWrongMethod(reply)) return;
    for await (const understood of adaptRequest(asking, { url, body }, reply)) {
      acceptedNames.add(name);
      yield understood;
    }
  }
  if (asking.isStuck()) return;
  for (const way of [
    { url, body: allInputNames, encoding: 'form' } as const,
    { url, body: INPUT_PLACEHOLDER, encoding: 'text' } as const,
  ]) {
    yield* adaptRequest(asking, way, await asking.ask(way));
  }
}

async function* tryOtherMethods(asking: ProbeContext, { methods }: ServerRefusal): AsyncGenerator<UnderstoodRequest> {
  const { url } = asking;
  for (const method of ['PUT', 'PATCH'] as const) {
    if (!methods.includes(method)) continue;
    const way: RequestTemplate = { url, method, body: {} };
    yield* adaptRequest(asking, way, await asking.ask(way));
    const usual: RequestTemplate = { url, method, body: allInputNames };
    yield* adaptRequest(asking, usual, await asking.ask(usual));
  }
  if (methods.length > 0 && !methods.includes('GET')) return;
  const bare: RequestTemplate = { url, method: 'GET' };
  const reply = await asking.ask(bare);
  const missing = readRefusal(reply).complaints.filter(({ problem }) => problem === 'missing');
  if (!reply.ok && missing.length > 0) yield* adaptRequest(asking, bare, reply);
  const takesAnything = isUnderstood(reply);
  const ways = takesAnything ? [withQuery(url, queryNames)] : queryNames.map((name) => withQuery(url, [name]));
  for (const each of ways) {
    const way: RequestTemplate = { url: each, method: 'GET' };
    const answer = await asking.ask(way);
    if (isForbidden(answer)) return;
    yield* adaptRequest(asking, way, answer);
  }
}
