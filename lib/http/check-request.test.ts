import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRequestRefusal, type RequestFacts } from './check-request.ts';

const PORT = 4319;

describe('a request', () => {
  it('comes in under both names of this machine', () => {
    expect(findRequestRefusal(reading({ host: '127.0.0.1:4319' }), PORT)).toBeUndefined();
    expect(findRequestRefusal(reading({ host: 'LOCALHOST:4319' }), PORT)).toBeUndefined();
  });

  it.each([
    'evil.example:4319',
    '127.0.0.1:80',
    '127.0.0.1',
    '127.0.0.1.evil.example:4319',
    'localhost@evil:4319',
    '[::1]:4319',
    '',
  ])('is misdirected under the name %j', (host) => {
    expect(findRequestRefusal(reading({ host }), PORT)).toMatchObject({ status: 421 });
  });

  it('is misdirected without a name', () => {
    expect(findRequestRefusal(reading({ host: null }), PORT)).toMatchObject({ status: 421 });
  });

  it('may come to any port while the port is unknown, but not under another name', () => {
    expect(findRequestRefusal(reading({ host: '127.0.0.1:3000' }), undefined)).toBeUndefined();
    expect(findRequestRefusal(reading({ host: 'evil.example:3000' }), undefined)).toMatchObject({ status: 421 });
  });

  it.each(['null', 'http://localhost:4319', 'https://127.0.0.1:4319', 'http://127.0.0.1:3000', 'https://evil.example'])(
    'is refused from the origin %s',
    (origin) => {
      expect(findRequestRefusal(reading({ origin }), PORT)).toMatchObject({ status: 403 });
    },
  );

  it('is refused when it is a part of another site, even one on this machine', () => {
    expect(findRequestRefusal(reading({ fetchSite: 'cross-site' }), PORT)).toMatchObject({ status: 403 });
    expect(findRequestRefusal(reading({ fetchSite: 'same-site', fetchMode: 'no-cors' }), PORT)).toMatchObject({
      status: 403,
    });
  });

  it('opens a page that a link elsewhere leads to, but not in a frame', () => {
    const link = { fetchSite: 'cross-site', fetchMode: 'navigate', fetchDestination: 'document' };
    expect(findRequestRefusal(reading(link), PORT)).toBeUndefined();
    expect(findRequestRefusal(reading({ ...link, fetchDestination: 'iframe' }), PORT)).toMatchObject({ status: 403 });
    expect(findRequestRefusal(changing(link), PORT)).toMatchObject({ status: 403 });
  });

  it('never comes in under a foreign name, whatever else it says', () => {
    fc.assert(
      fc.property(fc.domain(), fc.constantFrom('GET', 'POST', 'DELETE'), (host, method) => {
        expect(findRequestRefusal(changing({ host: `${host}:${PORT}`, method }), PORT)).toMatchObject({ status: 421 });
      }),
    );
  });
});

describe('a request that changes something', () => {
  it('comes in as JSON with the marker', () => {
    expect(findRequestRefusal(changing({}), PORT)).toBeUndefined();
    expect(findRequestRefusal(changing({ contentType: 'application/json; charset=utf-8' }), PORT)).toBeUndefined();
  });

  it.each([null, 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonx'])(
    'is refused with the content type %s',
    (contentType) => {
      expect(findRequestRefusal(changing({ contentType }), PORT)).toMatchObject({ status: 415 });
    },
  );

  it('is refused without the marker', () => {
    expect(findRequestRefusal(changing({ marker: null }), PORT)).toMatchObject({ status: 403 });
  });

  it.each(['PUT', 'PATCH', 'DELETE', 'PROPFIND'])('is checked whatever its method: %s', (method) => {
    expect(findRequestRefusal(changing({ method, marker: null }), PORT)).toMatchObject({ status: 403 });
  });
});

function reading(fields: Partial<RequestFacts>): RequestFacts {
  return {
    method: 'GET',
    host: '127.0.0.1:4319',
    origin: null,
    fetchSite: null,
    fetchMode: null,
    fetchDestination: null,
    contentType: null,
    marker: null,
    ...fields,
  };
}

function changing(fields: Partial<RequestFacts>): RequestFacts {
  return reading({
    method: 'POST',
    origin: 'http://127.0.0.1:4319',
    fetchSite: 'same-origin',
    contentType: 'application/json',
    marker: '1',
    ...fields,
  });
}
