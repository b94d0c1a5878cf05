import { once } from 'node:events';
import http from 'node:http';
import { expect, it } from 'vitest';
import { getServerPort } from '../../testing/server-port.ts';
import { UsageError } from '../usage-error.ts';
import { listenOnFirstFreePort } from './serve-dashboard.ts';

/**
 * A server whose `listen` fails with the operating system's error for a privileged port. Tests may run as root, and
 * then the real error never occurs.
 */
class RefusedServer extends http.Server {
  override listen(): this {
    process.nextTick(() => this.emit('error', Object.assign(new Error('listen EACCES'), { code: 'EACCES' })));
    return this;
  }
}

it('says which port a user may not listen on, and what to do', async () => {
  const refused = await listenOnFirstFreePort(new RefusedServer(), 80).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UsageError);
  expect(refused).toMatchObject({
    message: 'this user may not listen on port 80',
    details: ['Name a port from 1024 on: --port 4319'],
  });
});

it('takes the next port where one is busy', async () => {
  const busy = http.createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  const server = http.createServer();
  const port = await listenOnFirstFreePort(server, getServerPort(busy.address()));
  expect(port).toBeGreaterThan(getServerPort(busy.address()));
  for (const each of [busy, server]) each.close();
});
