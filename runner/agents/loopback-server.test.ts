import { expect, it } from 'vitest';
import { startLoopbackServer } from './loopback-server.ts';

it('listens on a free port of 127.0.0.1 until it is closed', async () => {
  const server = await startLoopbackServer('the test', async (_request, response) => void response.end('hello'));
  expect(server.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await (await fetch(server.origin)).text()).toBe('hello');
  await server.close();
  await expect(fetch(server.origin)).rejects.toThrow('fetch failed');
});
