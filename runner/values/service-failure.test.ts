import { describe, expect, it } from 'vitest';
import { findServiceError } from './service-failure.ts';

describe('the failure of a service', () => {
  it.each([
    [{ statusCode: 429 }, 'rate_limit'],
    [{ status: 401 }, 'auth'],
    [{ status: 403 }, 'auth'],
    [{ status: 500 }, 'server'],
    [{ status: 529 }, 'server'],
    [{ code: 503 }, 'server'],
    [{ status: 504 }, 'timeout'],
    [{ code: 'ECONNREFUSED' }, 'network'],
    [{ code: 'ENOTFOUND' }, 'network'],
    [{ code: 'UND_ERR_HEADERS_TIMEOUT' }, 'timeout'],
  ])('is known by its status or errno: %o', (facts, failure) => {
    expect(findServiceError(Object.assign(new Error('x'), facts))).toMatchObject({ failure });
  });

  it('is found in what caused an error, in the last of several tries, and in what failed together', () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    expect(findServiceError(new Error('fetch failed', { cause: refused }))?.failure).toBe('network');
    expect(findServiceError(Object.assign(new Error('gave up'), { lastError: refused }))?.failure).toBe('network');
    expect(findServiceError(new AggregateError([refused, refused], ''))?.failure).toBe('network');
  });

  it('is known of what fetch throws without status and errno: an address that cannot be one, or a broken connection', async () => {
    const thrownBy = (url: string) => fetch(url).catch((error: unknown) => findServiceError(error)?.failure);
    expect(await thrownBy('http://127.0.0.1:6666/')).toBe('network');
    expect(await thrownBy('gopher://127.0.0.1/')).toBe('address');
    expect(await thrownBy('http://127.0.0.1:99999/')).toBe('address');
    const broken = new TypeError('fetch failed', { cause: new Error('other side closed') });
    expect(findServiceError(broken)?.failure).toBe('network');
    const tls = Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(findServiceError(new TypeError('fetch failed', { cause: tls }))?.failure).toBe('network');
  });

  it('is none of an error of the program, of a request that was wrong, or of a circle of causes', () => {
    expect(findServiceError(new TypeError('x is undefined'))).toBeUndefined();
    expect(findServiceError(Object.assign(new Error('no file'), { code: 'ENOENT' }))).toBeUndefined();
    expect(findServiceError(Object.assign(new Error('bad request'), { status: 400 }))).toBeUndefined();
    expect(findServiceError('429')).toBeUndefined();
    const circle = new Error('a');
    circle.cause = circle;
    expect(findServiceError(circle)).toBeUndefined();
  });
});
