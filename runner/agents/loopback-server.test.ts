import net from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startLoopbackServer } from './loopback-server.ts';

const ports = net as typeof net & { _createServerHandle(...args: unknown[]): unknown };
const EMFILE = -24;

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a server on this machine', () => {
  it('listens on a free port of 127.0.0.1', async () => {
    await expectServer();
  });

  it('listens the usual way where Node gives out no port', async () => {
    const openPort = vi.spyOn(ports, '_createServerHandle').mockReturnValue(EMFILE);
    await expectServer();
    expect(openPort).toHaveBeenCalledOnce();
  });
});

async function expectServer(): Promise<void> {
  const server = await startLoopbackServer('the test', async (_request, response) => void response.end('hello'));
  expect(server.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await (await fetch(server.origin)).text()).toBe('hello');
  await server.close();
  await expect(fetch(server.origin)).rejects.toThrow('fetch failed');
}
