import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { compilePattern } from './compile-pattern.ts';

describe('a pattern in Go syntax', () => {
  it.each([
    ['(?i)hello', 'Say HELLO'],
    ['(?i:HE)llo', 'hello'],
    ['(?s)a.b', 'a\nb'],
    ['(?m)^b$', 'a\nb\nc'],
    ['(?P<year>\\d{4})', 'in 2024'],
    ['(?<year>\\d{4})', 'in 2024'],
    ['\\Aabc\\z', 'abc'],
    ['[[:alpha:]]+', '1a'],
    ['\\p{Han}+', '你好'],
    ['\\pL', 'é'],
    ['\\Qa.b\\E', 'a.b'],
    ['(?U)a+', 'aaa'],
    ['.', '\u2028'],
    ['\\bsize\\b', 'what size?'],
    ['😀', 'a 😀'],
    ['', ''],
  ])('%s is found in %j', (source, text) => {
    expect(matchesPattern(source, text)).toBe(true);
  });

  it.each([
    ['hello', 'HELLO'],
    ['a.b', 'a\nb'],
    ['^b$', 'a\nb'],
    ['\\Aabc\\z', 'abc\n'],
    ['[[:alpha:]]', 'é1'],
    ['\\d', '٣'],
    ['\\s', '\u00a0'],
    ['\\Qa.b\\E', 'axb'],
  ])('%s is not found in %j', (source, text) => {
    expect(matchesPattern(source, text)).toBe(false);
  });

  it('is found wherever the search that knows its place finds it', { tags: 'thorough' }, () => {
    const patterns = [
      ...[
        '[0-9]{2,}',
        '\\bab\\b',
        '(?i)b+a',
        '(?m)^a',
        '(?s)a.b',
        '^$',
        'a|é',
        '\\p{L}{3}',
        '(a+)+$',
        '[^a]$',
        '\\x{1F600}',
      ],
    ];
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'B', ' ', '\n', '1', '2', 'é', '😀', '\ud83d') });
    fc.assert(
      fc.property(fc.constantFrom(...patterns), text, (source, input) => {
        expect(matchesPattern(source, input)).toBe(RE2JS.compile(source).matcher(input).find());
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['(', '[', '(?=x)', '(?<=x)', '(a)\\1', '*', 'a{1001}', '(?P<n', '\\', '[z-a]'])(
    '%s is refused',
    (source) => {
      const compiled = compilePattern(source);
      expect(compiled).toMatchObject({ kind: 'invalid', reason: expect.stringContaining('invalid regex') });
    },
  );

  it('takes time linear in the text, also where backtracking would explode', () => {
    const text = `${'a'.repeat(2_000)}!`;
    for (const source of ['(a+)+$', '(a|a)+$', '(a|aa)+$', '(.*)*x', '(?:a?){30}a{30}$'])
      expect(matchesPattern(source, text)).toBe(false);
  });

  it('is compiled or refused, and then answers, whatever it is', () => {
    const part = fc.constantFrom(
      'a',
      '.',
      '*',
      '+',
      '?',
      '(',
      ')',
      '[',
      ']',
      '|',
      '^',
      '$',
      '\\',
      '{2,9}',
      '(?i)',
      'é',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 15 }), fc.string(), (parts, text) => {
        const compiled = compilePattern(parts.join(''));
        if (compiled.kind === 'pattern') expect(typeof compiled.pattern.matches(text)).toBe('boolean');
      }),
    );
  });
});

function matchesPattern(source: string, text: string): boolean {
  const compiled = compilePattern(source);
  if (compiled.kind === 'invalid') throw new Error(compiled.reason);
  return compiled.pattern.matches(text);
}
