import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccessCredentials, checkAccess, cookieName, cookieValue, formatAccessCookie } from './check-access.ts';

const token = 'q'.repeat(43);
const noCredentials: AccessCredentials = { token: null, authorization: null, cookie: undefined };

describe('a request', () => {
  it('comes in with the token in its address, once, or in a header, or as a cookie', () => {
    expect(checkAccess({ ...noCredentials, token }, token)).toBe('entered');
    expect(checkAccess({ ...noCredentials, authorization: `Bearer ${token}` }, token)).toBe('open');
    expect(checkAccess({ ...noCredentials, cookie: cookieValue(token) }, token)).toBe('open');
  });

  it('loses the token of its address wherever it comes in', () => {
    expect(checkAccess({ ...noCredentials, token: 'old', cookie: cookieValue(token) }, token)).toBe('entered');
  });

  it('does not come in with anything else', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('token', 'authorization', 'cookie'), (text, credentialKind) => {
        expect(checkAccess({ ...noCredentials, [credentialKind]: text }, token)).toBe('closed');
      }),
    );
    expect(checkAccess({ ...noCredentials, cookie: token }, token)).toBe('closed');
    expect(checkAccess({ ...noCredentials, authorization: token }, token)).toBe('closed');
  });
});

it('the cookie is this server’s own, for pages only, and not the token', () => {
  expect(cookieName(4319)).not.toBe(cookieName(4320));
  const cookie = formatAccessCookie(token, 4319);
  expect(cookie).not.toContain(token);
  expect(cookie).toMatch(/^turntree-4319=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/);
});
