import type { JsonObject } from '../../values/index.ts';
import {
  type AcceptedRequest,
  adaptRequest,
  addQueryParameters,
  allInputNames,
  hasUsableComplaints,
  INPUT_PLACEHOLDER,
  isForbidden,
  isUsableReply,
  isWrongMethod,
  messagesPlaceholder,
  type ProbeContext,
  queryParameterNames,
  sessionPlaceholder,
} from './adapt-request.ts';
import { speaksJsonRpc, tryJsonRpcRequests } from './json-rpc-requests.ts';
import type { RequestTemplate } from './prober.ts';
import { parseRefusal, type ServerRefusal } from './refusal.ts';

/**
 * Common request bodies, the most likely first. If a body contains only a single message, the server must remember the
 * conversation by its session id.
 */
const commonRequestBodies: readonly JsonObject[] = [
  { input: INPUT_PLACEHOLDER, ...sessionPlaceholder },
  { message: INPUT_PLACEHOLDER, ...sessionPlaceholder },
  messagesPlaceholder,
  ...['question', 'prompt', 'query', 'text'].map(
    (name): JsonObject => ({ [name]: INPUT_PLACEHOLDER, ...sessionPlaceholder }),
  ),
  ...['input', 'message', 'question', 'prompt'].map((name): JsonObject => ({ [name]: INPUT_PLACEHOLDER })),
];
/**
 * Yields requests that a server may accept, the most certain first: documented requests, requests that the server's
 * errors ask for, common requests.
 */
export async function* findAcceptedRequests(probe: ProbeContext): AsyncGenerator<AcceptedRequest> {
  const { url } = probe;
  // If the server accepts an empty body, it would accept any other body, too, even one that it does not understand.
  const emptyReply = await probe.ask({ url, body: {} });
  const takesAnything = isUsableReply(emptyReply);
  if (isForbidden(emptyReply)) return;
  if (!takesAnything) {
    const documented = (await probe.api())?.wayAt(url);
    if (documented !== undefined) yield* adaptRequest(probe, documented, await probe.ask(documented));
  }
  if (takesAnything) {
    yield* adaptRequest(probe, { url, body: allInputNames }, await probe.ask({ url, body: allInputNames }));
    return;
  }
  if (speaksJsonRpc(emptyReply)) {
    yield* tryJsonRpcRequests(probe);
    return;
  }
  const refusal = parseRefusal(emptyReply);
  if (isWrongMethod(emptyReply)) {
    yield* tryOtherMethods(probe, refusal);
    return;
  }
  if (emptyReply.status === 404 || emptyReply.status === 0) return;
  let isKnown = false;
  for await (const understood of hasUsableComplaints(refusal)
    ? adaptRequest(probe, { url, body: {} }, emptyReply)
    : []) {
    isKnown = true;
    yield understood;
  }
  if (!isKnown && !probe.isStuck()) yield* tryCommonBodies(probe);
}

async function* tryCommonBodies(probe: ProbeContext): AsyncGenerator<AcceptedRequest> {
  const { url } = probe;
  const acceptedNames = new Set<string>();
  for (const body of commonRequestBodies) {
    const [name = ''] = Object.keys(body);
    if (acceptedNames.has(name) || probe.isStuck()) continue;
    const reply = await probe.ask({ url, body });
    if (reply.status === 0 || isForbidden(reply) || isWrongMethod(reply)) return;
    for await (const understood of adaptRequest(probe, { url, body }, reply)) {
      acceptedNames.add(name);
      yield understood;
    }
  }
  if (probe.isStuck()) return;
  for (const requestTemplate of [
    { url, body: allInputNames, encoding: 'form' } as const,
    { url, body: INPUT_PLACEHOLDER, encoding: 'text' } as const,
  ]) {
    yield* adaptRequest(probe, requestTemplate, await probe.ask(requestTemplate));
  }
}

async function* tryOtherMethods(probe: ProbeContext, { methods }: ServerRefusal): AsyncGenerator<AcceptedRequest> {
  const { url } = probe;
  for (const method of ['PUT', 'PATCH'] as const) {
    if (!methods.includes(method)) continue;
    const template: RequestTemplate = { url, method, body: {} };
    yield* adaptRequest(probe, template, await probe.ask(template));
    const usualRequest: RequestTemplate = { url, method, body: allInputNames };
    yield* adaptRequest(probe, usualRequest, await probe.ask(usualRequest));
  }
  if (methods.length > 0 && !methods.includes('GET')) return;
  const bare: RequestTemplate = { url, method: 'GET' };
  const reply = await probe.ask(bare);
  const missingFields = parseRefusal(reply).complaints.filter(({ problem }) => problem === 'missing');
  if (!reply.ok && missingFields.length > 0) yield* adaptRequest(probe, bare, reply);
  const takesAnything = isUsableReply(reply);
  const requestTemplates = takesAnything
    ? [addQueryParameters(url, queryParameterNames)]
    : queryParameterNames.map((name) => addQueryParameters(url, [name]));
  for (const each of requestTemplates) {
    const template: RequestTemplate = { url: each, method: 'GET' };
    const answer = await probe.ask(template);
    if (isForbidden(answer)) return;
    yield* adaptRequest(probe, template, answer);
  }
}
