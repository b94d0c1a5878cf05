import { describe, expect, it } from 'vitest';
import { createRedactor } from './redactor.ts';

describe('createRedactor', () => {
  const redact = createRedactor({
    variables: { OPENAI_API_KEY: 'sk-canary"12345', HOME: '/home/someone', SHORT_TOKEN: 'abc', PLAIN: 'very-private' },
    extra: ['PLAIN', 'codename-osprey'],
  });

  it('masks values of key-like variables, also as JSON writes them', () => {
    expect(redact('with sk-canary"12345 inside')).toBe('with [redacted] inside');
    expect(JSON.parse(redact(JSON.stringify({ a: 'sk-canary"12345' })))).toEqual({ a: '[redacted]' });
  });

  it('masks bearer tokens and what the workspace lists', () => {
    expect(redact('Authorization: Bearer abcdefghijkl')).toBe('Authorization: [redacted]');
    expect(redact('very-private codename-osprey')).toBe('[redacted] [redacted]');
  });

  it('masks credentials in headers and addresses, whoever they belong to', () => {
    expect(redact('Basic dXNlcjpwYXNzd29yZA==')).toBe('[redacted]');
    expect(redact('http://user:pw@host/ask?a=1&api_key=abc&b=2')).toBe(
      'http://user:[redacted]@host/ask?a=1&api_key=[redacted]&b=2',
    );
  });

  it('masks one-time codes, signatures and keys in arguments', () => {
    expect(redact('https://host/back?code=4%2F0Ab&state=1 https://host/blob?sv=1&sig=a%2Bb%3D')).toBe(
      'https://host/back?code=[redacted]&state=1 https://host/blob?sv=1&sig=[redacted]',
    );
    expect(redact('run --token abcdefgh1 --api-key=abcdefgh2 --tokens 12 --max-tokens 12345678')).toBe(
      'run --token [redacted] --api-key=[redacted] --tokens 12 --max-tokens 12345678',
    );
  });

  it.each([
    ['authorization: bearer abcdef1234567890', 'authorization: [redacted]'],
    ['AUTHORIZATION: BASIC dXNlcjpwYXNzd29yZA==', 'AUTHORIZATION: [redacted]'],
    ['https://host/blob?X-Amz-Signature=abc123&x=1', 'https://host/blob?X-Amz-Signature=[redacted]&x=1'],
    ['https://host/back#accessToken=abc123&x=1', 'https://host/back#accessToken=[redacted]&x=1'],
    ['https://ghp_abcdefghijklmnop1234@host/a.git', 'https://[redacted]@host/a.git'],
    ['<a href="https://host/?a=1&amp;sig=abc123">', '<a href="https://host/?a=1&amp;sig=[redacted]">'],
    [
      String.raw`{"url":"https://host/?a=1\u0026sig=abc123"}`,
      String.raw`{"url":"https://host/?a=1\u0026sig=[redacted]"}`,
    ],
    [String.raw`{"run":"login --token \"abcdefgh1\""}`, String.raw`{"run":"login --token \"[redacted]\""}`],
    ["login --password='abcdefgh1'", "login --password='[redacted]'"],
  ])('masks credentials however they are written: %s', (text, masked) => {
    expect(redact(text)).toBe(masked);
  });

  it('masks values of cookies and sessions, and what stands under such names in JSON', () => {
    const ownRedactor = createRedactor({
      variables: {
        SHOP_COOKIE: 'sid=0123456789',
        MY_SESSION: 'session-value',
        XDG_SESSION_DESKTOP: 'gnome-desktop',
        SERVICE: '{"name": "public-name", "keys": ["in-a-list-1"], "private": {"api_key": "deep-in-json"}}',
      },
      extra: [],
    });
    expect(ownRedactor('sid=0123456789 session-value gnome-desktop public-name in-a-list-1 deep-in-json')).toBe(
      '[redacted] [redacted] gnome-desktop public-name [redacted] [redacted]',
    );
  });

  it('masks secrets as addresses and Basic authentication spell them', () => {
    expect(redact(`at ${encodeURIComponent('sk-canary"12345')} and ${btoa('sk-canary"12345')}`)).toBe(
      'at [redacted] and [redacted]',
    );
  });

  it.each([1, 2, 3])('masks a key of several lines in JSON that is a text of other JSON, %i deep', (depth) => {
    const key = 'begin-key\nline "one"\r\nC:\\keys\nend-key';
    const ownRedactor = createRedactor({ variables: { DEPLOY_KEY: key }, extra: [] });
    let text = key;
    for (let level = 0; level < depth; level += 1) text = JSON.stringify({ text });
    expect(ownRedactor(text)).toContain('[redacted]');
    expect(ownRedactor(text)).not.toMatch(/begin-key|line|one|keys|end-key/);
  });

  it('reads a text of many backslashes in linear time', () => {
    const ownRedactor = createRedactor({
      variables: { DEPLOY_KEY: '\\\\a\\"b\n\\\n"c-secret', OTHER_KEY: '"quoted"\n-secret' },
      extra: [],
    });
    const text = `a${'\\'.repeat(200_000)}a`;
    const cpuUsageBefore = process.cpuUsage();
    expect(ownRedactor(text)).toBe(text);
    expect(process.cpuUsage(cpuUsageBefore).user).toBeLessThan(2_000_000);
  });

  it.each(['sk-canary"12…', '"sk-canary"1"', 'sk-canary'])(
    'masks the beginning of a secret that was cut off: %s',
    (text) => {
      expect(redact(text)).not.toContain('sk-canary');
    },
  );

  it('masks patterns, and values that are known from elsewhere', () => {
    const ownRedactor = createRedactor({
      variables: {},
      extra: [String.raw`/acct-\d{6}/`],
      known: ['written-in-a-file'],
    });
    expect(ownRedactor('acct-123456 and acct-12 and written-in-a-file')).toBe('[redacted] and acct-12 and [redacted]');
  });

  it.each([
    'sk-canary is a beginning, and no more',
    'Basic membership',
    'bearer certificates and a basic membership1',
    'git clone ssh://git@host/a',
    'at 12:30 somebody@example.com asked http://host:80/path?page=2',
  ])('leaves %s', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('leaves everything else', () => {
    expect(redact('/home/someone says abc')).toBe('/home/someone says abc');
  });
});
