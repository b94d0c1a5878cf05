import { describe, expect, it } from 'vitest';
import { checkAssertion, createAssertionCheck } from './check-assertion.ts';
import { compilePattern } from './compile-pattern.ts';
import { findDigitScript } from './missed-digits.ts';

const arabicDigits = findDigitScript('ما هو رقم هويتي؟');
const listMessages = (value: string, place: Parameters<typeof checkAssertion>[1]) =>
  checkAssertion({ type: 'regex', value }, place).map(({ message }) => message);

describe('a pattern that forbids numbers', () => {
  it.each(['\\d{16}', '[0-9]{12,19}', '(?i)card number: \\d{16}', '\\b\\d{13}\\b', '\\pN{16}', 'order 12 of \\d{16}'])(
    'warns of %s, which misses digits in groups',
    (value) => {
      const warning = expect.stringMatching(/^"value" finds no number in groups, such as ".*4444 4444 4444/);
      expect(listMessages(value, { isForbidden: true })).toEqual([warning]);
      expect(checkAssertion({ type: 'regex', value, negate: true })).toMatchObject([{ isWarning: true }]);
      expect(listMessages(value, {})).toEqual([]);
    },
  );

  it.each([
    '(?:\\d[ -]?){16}',
    '(\\d[ -]?){13,}',
    '\\d{4}[ -]?\\d{4}[ -]?\\d{4}[ -]?\\d{4}',
    '\\d{2,4}(?:-?\\d{4}){3}',
    '\\d{10}',
    '\\d+',
    '\\d{16}|secret',
    '\\d{3}[ -]?\\d{13}',
    '\\d{5}-?\\d{4}\\.?\\d{7}',
    '[0-9a-f]{4}',
    '^\\d{4}$',
  ])('has nothing to say about %s', (value) => {
    expect(listMessages(value, { isForbidden: true })).toEqual([]);
  });

  it('warns where the case is in a script with its own digits, which \\d does not match', () => {
    const warning = [expect.stringContaining('Arabic script may have others, such as ٤٢')];
    expect(listMessages('\\d{10}', { isForbidden: true, script: arabicDigits })).toEqual(warning);
    expect(listMessages('\\p{Nd}{10}', { isForbidden: true, script: arabicDigits })).toEqual([]);
    expect(listMessages('[\\x{0660}-\\x{0669}\\d]{10}', { isForbidden: true, script: arabicDigits })).toEqual([]);
    expect(listMessages('\\d{10}', { script: arabicDigits })).toEqual([]);
    expect(listMessages('\\d{10}', { isForbidden: true, script: findDigitScript('What is my number?') })).toEqual([]);
  });

  it('is tried once for all cases of one script', () => {
    const check = createAssertionCheck();
    const rule = { type: 'regex', value: '\\d{10}' } as const;
    const forbidden = check(rule, { isForbidden: true, script: arabicDigits });
    expect(forbidden).toHaveLength(1);
    expect(check(rule, { isForbidden: true, script: arabicDigits })).toBe(forbidden);
    expect(check(rule, { isForbidden: true })).toEqual([]);
    expect(check({ ...rule, negate: true }, {})).toEqual([]);
    expect(check(rule, {})).toEqual([]);
  });
});

it.each([
  ['\\d{4}', '4444'],
  ['(?i)order x-?\\d+', 'ORDER x4'],
  ['a|bc', 'a'],
  ['\\d{3}-?\\d{2}', '44444'],
  ['.*', ''],
  ['[é-ü]{2}', 'éé'],
  ['a{500}', undefined],
  ['\\bx', 'x'],
  ['x\\by', undefined],
  ['a\\b-', 'a-'],
  ['a$b', undefined],
])('makes a short text from %s: %s', (source, text) => {
  const compiled = compilePattern(source);
  expect(compiled.kind === 'pattern' ? compiled.pattern.example() : 'invalid').toBe(text);
});
