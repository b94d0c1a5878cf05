import { NextRequest } from 'next/server';
import { describe, expect, it, vi } from 'vitest';
import { proxy } from './proxy.ts';

const own = { host: '127.0.0.1:4319' };

function ask(headers: Record<string, string>, method = 'GET') {
  vi.stubEnv('TURNTREE_PORT', '4319');
  try {
    return proxy(new NextRequest('http://127.0.0.1:4319/api/runs', { headers, method }));
  } finally {
    vi.unstubAllEnvs();
  }
}

describe('the door of the server', () => {
  it('lets a page of its own in, with a new nonce in every answer', () => {
    const [one, other] = [ask(own), ask(own)].map(({ status, headers }) => {
      expect(status).toBe(200);
      return /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1];
    });
    expect(one).toMatch(/^[0-9a-f]{32}$/);
    expect(other).not.toBe(one);
  });

  it.each([
    [421, 'another name', { host: 'evil.example:4319' }, 'GET'],
    [421, 'another port', { host: '127.0.0.1:80' }, 'GET'],
    [403, 'another origin', { ...own, origin: 'https://evil.example' }, 'GET'],
    [403, 'another site', { ...own, 'sec-fetch-site': 'cross-site' }, 'GET'],
    [415, 'a form', { ...own, 'content-type': 'text/plain', 'x-turntree': '1' }, 'POST'],
    [403, 'a change without the header', { ...own, 'content-type': 'application/json' }, 'POST'],
  ])('answers %i to %s, in words and as safely as ever', async (status, _what, headers, method) => {
    const answer = ask(headers, method);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ error: { code: 'refused', message: expect.any(String), details: [] } });
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
  });

  it('lets a change in that has the header and is JSON', () => {
    const headers = { ...own, 'content-type': 'application/json', 'x-turntree': '1', origin: 'http://127.0.0.1:4319' };
    expect(ask(headers, 'POST').status).toBe(200);
  });
});
