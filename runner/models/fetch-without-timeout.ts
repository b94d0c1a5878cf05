type FetchDispatcher = (options: object, handler: unknown) => unknown;

/** The keys under which Node keeps the dispatcher of `fetch`, newest first. */
const dispatcherKeys = ['undici.globalDispatcher.2', 'undici.globalDispatcher.1'];

/**
 * A `fetch` that waits until its signal aborts. Node's own `fetch` gives up after five minutes of silence, before or
 * during the response; with this one, only the attempt's deadline ends the wait.
 */
export function fetchWithoutTimeout(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const send = findCurrentDispatch();
  if (send === undefined) return fetch(input, init);
  const dispatcher = {
    dispatch: (options: object, handler: unknown) => send({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler),
  };
  return fetch(input, Object.assign({}, init, { dispatcher }));
}

/**
 * Returns the dispatcher that `fetch` uses now. It is not cached, because it may be replaced, for example to use a
 * proxy.
 */
function findCurrentDispatch(): FetchDispatcher | undefined {
  // Node sets the global dispatcher when one of its web classes is accessed for the first time.
  if (typeof Request !== 'function') return undefined;
  for (const key of dispatcherKeys) {
    const dispatcher: unknown = Reflect.get(globalThis, Symbol.for(key));
    if (typeof dispatcher !== 'object' || dispatcher === null || !('dispatch' in dispatcher)) continue;
    const { dispatch } = dispatcher;
    if (typeof dispatch === 'function') return (...call) => Reflect.apply(dispatch, dispatcher, call);
  }
  return undefined;
}
