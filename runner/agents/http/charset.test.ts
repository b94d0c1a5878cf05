import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTextReader } from './charset.ts';

function decode(bytes: Uint8Array, contentType: string | null, cut = bytes.length): string {
  const reader = createTextReader(contentType);
  return reader.push(bytes.subarray(0, cut)) + reader.push(bytes.subarray(cut)) + reader.end();
}

describe('the text of an answer', () => {
  it.each<[string, string | null, Buffer, string]>([
    ['the declared charset', 'text/plain; charset=ISO-8859-1', Buffer.from('café', 'latin1'), 'café'],
    ['a charset in quotes', 'application/json; charset="utf-16le"', Buffer.from('café', 'utf16le'), 'café'],
    ['a mark before the declared charset', 'text/plain; charset=latin1', Buffer.from('\ufeffcafé'), 'café'],
    ['UTF-8 without either', null, Buffer.from('café'), 'café'],
    ['a text shorter than a mark', null, Buffer.from('a'), 'a'],
  ])('is read by %s', (_what, contentType, bytes, text) => {
    expect(decode(bytes, contentType)).toBe(text);
  });

  it('is the same wherever it is cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), (text, at) => {
        const bytes = Buffer.from(`\ufeff${text}`);
        expect(decode(bytes, 'text/plain; charset=latin1', at % (bytes.length + 1))).toBe(text);
      }),
    );
  });

  it('is refused in a charset that is not known', () => {
    expect(() => decode(Buffer.from('abc'), 'text/plain; charset=ebcdic')).toThrow(
      'answered in the charset "ebcdic", which is not supported',
    );
  });
});
