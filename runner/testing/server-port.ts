import type { AddressInfo } from 'node:net';

/** Returns the port of a listening server. */
export function getServerPort(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
