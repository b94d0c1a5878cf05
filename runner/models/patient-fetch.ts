type Dispatch = (options: object, handler: unknown) => unknown;

/** The keys under which Node keeps the dispatcher of `fetch`, newest first. */
const dispatcherKeys = ['undici.globalDispatcher.2', 'undici.globalDispatcher.1'];

/**
 * `fetch` that waits as long as its signal lets it. Node's own gives up when a server is silent for five minutes, before
 * or in the middle of its answer; here the deadline of the attempt decides.
 */
export function patientFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const send = currentDispatch();
  if (send === undefined) return fetch(input, init);
  const dispatcher = {
    dispatch: (options: object, handler: unknown) => send({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler),
  };
  return fetch(input, Object.assign({}, init, { dispatcher }));
}

/** Asked for every time: whoever puts all requests through a proxy replaces it. */
function currentDispatch(): Dispatch | undefined {
  // Node sets it when the first of its web classes is looked at.
  if (typeof Request !== 'function') return undefined;
  for (const key of dispatcherKeys) {
    const dispatcher: unknown = Reflect.get(globalThis, Symbol.for(key));
    if (typeof dispatcher !== 'object' || dispatcher === null || !('dispatch' in dispatcher)) continue;
    const { dispatch } = dispatcher;
    if (typeof dispatch === 'function') return (...call) => Reflect.apply(dispatch, dispatcher, call);
  }
  return undefined;
}
