const ownHost = { host: '127.0.0.1:4319' };

/**
 * Requests that a server on port 4319 must reject before any route: expected status, description, headers and method.
 */
export const refusedRequests: readonly [number, string, Readonly<Record<string, string>>, 'GET' | 'POST'][] = [
  [421, 'another name', { host: 'evil.example:4319' }, 'GET'],
  [421, 'another port', { host: '127.0.0.1:80' }, 'GET'],
  [403, 'another origin', { ...ownHost, origin: 'https://evil.example' }, 'GET'],
  [403, 'no origin that is known', { ...ownHost, origin: 'null' }, 'GET'],
  [403, 'another site', { ...ownHost, 'sec-fetch-site': 'cross-site' }, 'GET'],
  [
    403,
    'a frame',
    { ...ownHost, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    'GET',
  ],
  [415, 'a form', { ...ownHost, 'content-type': 'text/plain', 'x-turntree': '1' }, 'POST'],
  [403, 'a change without the header', { ...ownHost, 'content-type': 'application/json' }, 'POST'],
];
