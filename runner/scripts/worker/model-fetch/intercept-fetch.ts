import { AsyncLocalStorage } from 'node:async_hooks';
import { raceWithAbort } from '../../../values/index.ts';
import type { FetchRecording } from './fetch-recording.ts';
import { type ModelRequest, parseModelRequest } from './model-request.ts';
import { isPermanentStatus, type RecordedHttpResponse, recordResponse, replayResponse } from './recorded-response.ts';
import { watchModelRequestsOutsideFetch } from './requests-outside-fetch.ts';

/** The reply of the recording: the recorded answer, or an instruction to send the request and report the response. */
export type FetchReply = { type: 'answer'; response: RecordedHttpResponse } | { type: 'ask' };

type Fetch = typeof globalThis.fetch;
type InterceptedFetch = {
  request: ModelRequest;
  url: string;
  signal: AbortSignal | null | undefined;
  send(): Promise<Response>;
};

/**
 * Replaces `fetch` in the current process so that model requests go through the run's recording. Other requests are sent
 * unchanged. Must run before any user code is loaded, because user code may save a reference to `fetch`.
 */
export function routeFetchThroughRecording({
  asks,
  callId,
  ask,
}: Omit<FetchRecording, 'asks'> & { asks: FetchRecording['asks'] | undefined }): void {
  // Without record or replay, there is no recording to which requests could be passed.
  if (asks === undefined) return;
  const real = globalThis.fetch;
  const fetchScope = new AsyncLocalStorage<true>();
  const sendWithRealFetch: Fetch = (input, init) => fetchScope.run(true, () => real(input, init));
  let count = 0;

  async function fetchThroughRecording(
    id: number,
    { request, url, signal, send: sendThis }: InterceptedFetch,
  ): Promise<Response> {
    count += 1;
    const number = count;
    const pendingAnswer = ask<FetchReply>(id, { type: 'fetch', number, request });
    const answer = await (signal ? raceWithAbort(() => pendingAnswer, signal) : pendingAnswer);
    if (answer.type === 'answer') return replayResponse(answer.response, url);
    const reportOutcome = (outcome: { response: RecordedHttpResponse } | { error: string }) =>
      void ask(id, { type: 'fetched', number, ...outcome }).catch(ignoreError);
    const reportFailure = (error: unknown) => reportOutcome({ error: String(error) });
    try {
      const response = await sendThis();
      if (!isPermanentStatus(response))
        reportOutcome({ error: `the model answered with the status ${response.status}` });
      else recordResponse(response.clone()).then((recording) => reportOutcome({ response: recording }), reportFailure);
      return response;
    } catch (error) {
      reportFailure(error);
      throw error;
    }
  }

  const fetchWithRecording: Fetch = async (input, init) => {
    const fetchCall = await parseModelFetch(input, init, sendWithRealFetch);
    if (fetchCall === undefined) return sendWithRealFetch(input, init);
    if (fetchCall.request === undefined) return fetchCall.send();
    const id = callId();
    if (id !== undefined) return fetchThroughRecording(id, { ...fetchCall, request: fetchCall.request });
    if (asks === 'never')
      throw new Error(
        `a strict replay has no answer for ${fetchCall.url}: the request was made outside a call of the agent`,
      );
    return fetchCall.send();
  };
  Reflect.set(globalThis, 'fetch', fetchWithRecording);
  watchModelRequestsOutsideFetch({ asks, isIntercepted: () => fetchScope.getStore() === true, callId, ask });
}

/**
 * Reads a request that may be for a model; undefined if it clearly is not. If the body can be read only once, this
 * function reads it.
 */
async function parseModelFetch(
  input: Parameters<Fetch>[0],
  init: Parameters<Fetch>[1],
  send: Fetch,
): Promise<(Omit<InterceptedFetch, 'request'> & { request: ModelRequest | undefined }) | undefined> {
  const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
  if (method !== 'POST') return undefined;
  if (typeof init?.body === 'string' && !(input instanceof Request)) {
    const url = String(input);
    const request = URL.canParse(url) ? parseModelRequest({ method, url, body: init.body }) : undefined;
    return request && { request, url, signal: init.signal, send: () => send(input, init) };
  }
  const fullRequest = new Request(input, init);
  const { url, signal } = fullRequest;
  const body = hasJsonBody(fullRequest) ? await fullRequest.clone().text() : '';
  return { request: parseModelRequest({ method, url, body }), url, signal, send: () => send(fullRequest) };
}

function hasJsonBody({ headers }: Request): boolean {
  return /\bjson\b/.test(headers.get('content-type') ?? '');
}

function ignoreError(): void {
  // The host no longer waits for this call, so the error is ignored.
}
