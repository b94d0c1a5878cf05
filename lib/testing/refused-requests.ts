const own = { host: '127.0.0.1:4319' };

/**
 * Requests that a server on port 4319 must reject before any route: expected status, description, headers and method.
 */
export const refusedRequests: readonly [number, string, Readonly<Record<string, string>>, 'GET' | 'POST'][] = [
  [421, 'another name', { host: 'evil.example:4319' }, 'GET'],
  [421, 'another port', { host: '127.0.0.1:80' }, 'GET'],
  [403, 'another origin', { ...own, origin: 'https://evil.example' }, 'GET'],
  [403, 'no origin that is known', { ...own, origin: 'null' }, 'GET'],
  [403, 'another site', { ...own, 'sec-fetch-site': 'cross-site' }, 'GET'],
  [
    403,
    'a frame',
    { ...own, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    'GET',
  ],
  [415, 'a form', { ...own, 'content-type': 'text/plain', 'x-turntree': '1' }, 'POST'],
  [403, 'a change without the header', { ...own, 'content-type': 'application/json' }, 'POST'],
];
