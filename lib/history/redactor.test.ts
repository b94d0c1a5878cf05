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

  it('leaves everything else', () => {
    expect(redact('/home/someone says abc')).toBe('/home/someone says abc');
  });
});
