import { type ChannelListener, subscribe } from 'node:diagnostics_channel';
import type { FetchRecording } from './fetch-recording.ts';
import { looksLikeModel } from './model-request.ts';

type WatchedRequest = { origin: string; channel: string; abortRequest: (error: Error) => void };
type RequestWatchOptions = FetchRecording & { isIntercepted(): boolean };

/**
 * Reports model requests that bypass `fetch`, through Node's http modules or the agent's own copy of undici. They are
 * neither recorded nor replayed. A strict replay aborts them.
 */
export function watchModelRequestsOutsideFetch({ asks, isIntercepted, callId, ask }: RequestWatchOptions): void {
  function reportModelRequest(request: object, { origin, channel, abortRequest }: WatchedRequest): void {
    const { method, path } = { method: getTextProperty(request, 'method'), path: getTextProperty(request, 'path') };
    if (isIntercepted() || !looksLikeModel({ method, path })) return;
    const id = callId();
    const address = `${origin}${path.replace(/\?.*/s, '')}`;
    if (id !== undefined) void ask(id, { type: 'unheard', address, way: channel }).catch(ignoreError);
    if (asks === 'never')
      abortRequest(new Error(`a strict replay cannot answer ${address}, which is called with ${channel}`));
  }

  subscribe(
    'http.client.request.created',
    createRequestListener((request) => {
      const abort = (error: Error): void => {
        const destroy: unknown = Reflect.get(request, 'destroy');
        if (typeof destroy === 'function') destroy.call(request, error);
      };
      reportModelRequest(request, {
        origin: getTextProperty(request, 'host'),
        channel: 'node:http',
        abortRequest: abort,
      });
    }),
  );
  subscribe(
    'undici:request:create',
    createRequestListener((request) => {
      // At this point, the request has no abort method yet. If its error is set, undici drops the request before
      // sending anything.
      const abort = (error: Error): void => void Reflect.set(request, 'error', error);
      reportModelRequest(request, {
        origin: getTextProperty(request, 'origin'),
        channel: 'undici',
        abortRequest: abort,
      });
    }),
  );
}

function createRequestListener(see: (request: object) => void): ChannelListener {
  return (message) => {
    const request: unknown =
      typeof message === 'object' && message !== null ? Reflect.get(message, 'request') : undefined;
    if (typeof request === 'object' && request !== null) see(request);
  };
}

function getTextProperty(value: object, name: string): string {
  const field: unknown = Reflect.get(value, name);
  return typeof field === 'string' ? field : '';
}

function ignoreError(): void {
  // The host no longer waits for this call, so the error is ignored.
}
