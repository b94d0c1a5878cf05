import { NextRequest } from 'next/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { refusedRequests } from './lib/testing/refused-requests.ts';
import { proxy } from './proxy.ts';

const own = { host: '127.0.0.1:4319' };

function ask(headers: Record<string, string>, method = 'GET', address = '/api/runs') {
  vi.stubEnv('TURNTREE_PORT', '4319');
  try {
    return proxy(new NextRequest(`http://127.0.0.1:4319${address}`, { headers, method }));
  } finally {
    vi.unstubAllEnvs();
  }
}

afterEach(() => {
  globalThis.turntreeToken = undefined;
});

describe('the door of a server with a token', () => {
  const page = { ...own, accept: 'text/html,*/*' };

  it('sends who brings it on without it, with a cookie that opens', () => {
    globalThis.turntreeToken = 'secret';
    const entered = ask(page, 'GET', '/runs?token=secret&s=failed');
    expect(entered.status).toBe(303);
    expect(entered.headers.get('location')).toBe('http://127.0.0.1:4319/runs?s=failed');
    const [cookie = ''] = (entered.headers.get('set-cookie') ?? '').split(';');
    expect(ask({ ...page, cookie }).status).toBe(200);
    expect(ask({ ...own, authorization: 'Bearer secret' }).status).toBe(200);
  });

  it('is closed to everybody else: to pages in words with a field, to programs as JSON', async () => {
    globalThis.turntreeToken = 'secret';
    const closed = ask(page);
    expect(closed.status).toBe(401);
    expect(await closed.text()).toContain('name="token"');
    expect(closed.headers.get('x-frame-options')).toBe('DENY');
    const refused = ask({ ...own, authorization: 'Bearer other' });
    expect(refused.status).toBe(401);
    expect((await refused.json()).error.message).toContain('Bearer');
    expect(ask({ ...page, host: 'evil.example:4319' }, 'GET', '/?token=secret').status).toBe(421);
  });
});

describe('the door of the server', () => {
  it('lets a page of its own in, with a new nonce in every answer', () => {
    const [one, other] = [ask(own), ask(own)].map(({ status, headers }) => {
      expect(status).toBe(200);
      return /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1];
    });
    expect(one).toMatch(/^[0-9a-f]{32}$/);
    expect(other).not.toBe(one);
  });

  it.each(refusedRequests)(
    'answers %i to %s, in words and as safely as ever',
    async (status, _what, headers, method) => {
      const answer = ask(headers, method);
      expect(answer.status).toBe(status);
      expect(await answer.json()).toEqual({ error: { code: 'refused', message: expect.any(String), details: [] } });
      expect(answer.headers.get('x-frame-options')).toBe('DENY');
    },
  );

  it('lets a change in that has the header and is JSON', () => {
    const headers = { ...own, 'content-type': 'application/json', 'x-turntree': '1', origin: 'http://127.0.0.1:4319' };
    expect(ask(headers, 'POST').status).toBe(200);
  });
});
