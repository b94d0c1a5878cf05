import type { AddressInfo } from 'node:net';

/** The port of a server that listens. */
export function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
