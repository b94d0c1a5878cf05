import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { getServerPort } from '../../testing/server-port.ts';
import { rejectTunnels, rejectUnreadableRequests } from './reject-unreadable-requests.ts';

let server: http.Server;
let handled: string[] = [];

beforeEach(async () => {
  handled = [];
  server = http.createServer(
    rejectUnreadableRequests((request, response) => {
      handled.push(`${request.method} ${request.url}`);
      response.end('fine');
    }),
  );
  rejectTunnels(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

/** Sends only these bytes, and returns the response when the server closes the connection. */
async function exchange(text: string): Promise<string> {
  const socket = net.connect(getServerPort(server.address()), '127.0.0.1');
  socket.write(text);
  let answer = '';
  for await (const chunk of socket.setEncoding('utf8')) answer += chunk;
  return answer;
}

const requestHead = 'HTTP/1.1\r\nhost: 127.0.0.1\r\n';

it.each([
  ['a method that no route has', `TRACE / ${requestHead}\r\n`, 405],
  ['a method that repeats', `DELETE /api/runs ${requestHead}\r\n`, 405],
  ['a tunnel', `CONNECT evil.example:443 ${requestHead}\r\n`, 405],
  ['an address with a NUL character', `GET /api/runs/%00 ${requestHead}\r\n`, 400],
  ['an address that cannot be read', `GET /api/runs/%ZZ ${requestHead}\r\n`, 400],
  ['an address of two slashes', `GET //evil.example/x ${requestHead}\r\n`, 400],
  ['an address of another server', `GET http://evil.example/ ${requestHead}\r\n`, 400],
  ['an address that is none', `OPTIONS * ${requestHead}\r\n`, 400],
  ['a body of any length', `POST /api/runs ${requestHead}transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n`, 411],
  ['a body that is too long', `POST /api/runs ${requestHead}content-length: 10485761\r\n\r\nhello`, 413],
  [
    'a body that is announced',
    `POST /api/runs ${requestHead}expect: 100-continue\r\ncontent-length: 99999999999\r\n\r\n`,
    413,
  ],
])('refuses %s without waiting for the rest of it', async (_what, request, status) => {
  const answer = await exchange(request);
  expect(answer.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer).not.toContain('fine');
  expect(handled).toEqual([]);
});

it('says what it would take', async () => {
  expect(await exchange(`TRACE / ${requestHead}\r\n`)).toContain('allow: GET, HEAD, POST, OPTIONS');
  expect(await exchange(`POST / ${requestHead}content-length: 12000000\r\n\r\n`)).toContain('at most 10 MB are read');
});

it('lets everything else in', async () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    await exchange(`${method} /x ${requestHead}connection: close\r\n\r\n`);
  }
  await exchange(`POST /x ${requestHead}connection: close\r\ncontent-length: 5\r\n\r\nhello`);
  expect(handled).toEqual(['GET /x', 'HEAD /x', 'OPTIONS /x', 'POST /x']);
});
