import { on } from 'node:events';

/** Waits until the server prints its URL. */
export async function waitForAddress({ stdout }) {
  for await (const [chunk] of on(stdout, 'data', { close: ['end'] })) {
    const found = /http:\/\/127\.0\.0\.1:\d+/.exec(String(chunk));
    if (found !== null) return found[0];
  }
  throw new Error('the server ended before it listened');
}
