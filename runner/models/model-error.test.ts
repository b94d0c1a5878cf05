import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRetryAfterMs, isRetryable } from './model-error.ts';
import { waitMs } from './wait-ms.ts';
import { computeExponentialPause } from './with-retries.ts';

const noon = Date.parse('2026-01-01T12:00:00Z');

function httpError(status: number, headers: Record<string, string> = {}): Error {
  return Object.assign(new Error('no'), { statusCode: status, responseHeaders: headers });
}

describe('findRetryAfterMs', () => {
  it.each([
    [{ 'retry-after': '2' }, 2_000],
    [{ 'Retry-After': '0.5' }, 500],
    [{ 'retry-after': 'Thu, 01 Jan 2026 12:00:03 GMT' }, 3_000],
    [{ 'retry-after': 'Thu, 01 Jan 2026 11:00:00 GMT' }, 0],
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ])('reads %j as %s', (headers, ms) => {
    expect(findRetryAfterMs(httpError(429, headers), noon)).toBe(ms);
  });
});

describe('growingPause', () => {
  it('doubles with every retry and never leaves the upper half of it', () => {
    const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 }), fraction, (retries, random) => {
        const pause = computeExponentialPause({ retries: 3, pauseMs: 500 }, retries, random);
        expect(pause).toBeGreaterThanOrEqual(250 * 2 ** retries);
        expect(pause).toBeLessThanOrEqual(500 * 2 ** retries);
      }),
    );
  });
});

describe('a pause that a server asks for', () => {
  it('may be longer than timers hold: it is not a pause of nothing', async () => {
    const controller = new AbortController();
    const longWait = waitMs(2 ** 40, controller.signal).then(
      () => 'over',
      () => 'given up',
    );
    await waitMs(20, new AbortController().signal);
    controller.abort();
    expect(await longWait).toBe('given up');
  });
});

describe('isRetryable', () => {
  it.each([429, 408, 500, 503, 529])('tries again after %d', (status) => {
    expect(isRetryable(httpError(status))).toBe(true);
  });

  it.each([400, 401, 403, 404, 422])('does not after %d', (status) => {
    expect(isRetryable(httpError(status))).toBe(false);
  });

  it('tells a broken connection from a broken answer', () => {
    expect(isRetryable(new TypeError('fetch failed'))).toBe(true);
    expect(isRetryable(new Error('terminated', { cause: new Error('other side closed') }))).toBe(true);
    expect(isRetryable(new Error('Invalid JSON response'))).toBe(false);
  });
});
