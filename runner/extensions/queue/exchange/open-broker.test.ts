import { describe, expect, it } from 'vitest';
import { openBroker } from './open-broker.ts';

const key = 'a key of enough characters';

/** Returns why an address is rejected. No server runs at these addresses. */
async function refusal(address: string, ownKey: string | undefined): Promise<string> {
  return openBroker({ address, key: ownKey }).then(
    () => 'opened',
    (error: Error) => error.message,
  );
}

describe('a queue without a key', () => {
  it.each([
    'redis://queue.invalid:1',
    'redis://192.0.2.1:1',
    'redis://127.0.0.1.invalid:1',
    'redis://0.0.0.0:1',
    'redis://[2001:db8::1]:1',
    'redis://127.0.0.1:1?sentinels=queue.invalid&name=one',
    'postgres://user@queue.invalid:1/db',
    'postgres://user@127.0.0.1:1/db?host=queue.invalid',
    'postgres://user@127.0.0.1:1/db?host=127.0.0.1&host=192.0.2.1',
  ])('is not taken from a server that others can reach: %s', async (address) => {
    expect(await refusal(address, undefined)).toMatch(
      /^the queue \S+ is not on this machine, and TURNTREE_QUEUE_KEY is not set$/,
    );
  });

  it.each([
    'redis://127.0.0.1:1',
    'redis://127.9.9.9:1',
    'redis://localhost:1',
    'redis://LOCALHOST:1',
    'redis://[::1]:1',
    'redis://queue.invalid:1?path=/nowhere/redis.sock',
    'postgres://user@localhost:1/db',
    'postgres://user@[::1]:1/db',
    'postgres://user@queue.invalid:1/db?host=/nowhere',
    'postgres://user@%2Fnowhere:1/db',
  ])('is asked for on this machine: %s', async (address) => {
    expect(await refusal(address, undefined)).toMatch(/^the queue \S+ cannot be used: /);
  });
});

describe('a queue with a key', () => {
  it('may be anywhere', async () => {
    expect(await refusal('postgres://user@127.0.0.1:1/db?host=127.9.9.9', key)).toContain('cannot be used: connect');
  });

  it('needs one that cannot be guessed', async () => {
    expect(await refusal('redis://127.0.0.1:1', 'short')).toBe(
      'TURNTREE_QUEUE_KEY is too short: it needs at least 16 characters',
    );
  });
});
