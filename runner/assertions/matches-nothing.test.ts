import { RE2JS } from 're2js';
import { expect, it } from 'vitest';
import { matchesNothing } from './matches-nothing.ts';

it.each([
  'costs $42',
  'we ^refund',
  '$refund^',
  '(?m)a^b',
  'secret[^\\s\\S]',
  'x\\Ay',
  'a\\zb',
  'ab\\bcd',
  '\\w\\b\\w',
  '(?:x^y|z$0)',
  'a\\B ',
  '(a^)+b',
])('finds no text that %s could match', (pattern) => {
  expect(matchesNothing(RE2JS.compile(pattern))).toBe(true);
});

it.each([
  '',
  '^$',
  '^',
  '$^',
  '(?m)a$\n^b',
  '(?m)a$\\s^b',
  '(?i)refund',
  '\\brefund\\b',
  '^.{0,500}$',
  '(?s).*',
  'a\\b ',
  'a\\Bb',
  '\\B',
  'x^y|z',
  '(a^)*b',
  '[^a]\\bé',
  'é\\bx',
  '(?:^|,)x(?:,|$)',
  '\\p{Cyrillic}+$',
  '[\\x{1F600}-\\x{1F64F}]',
  '\\s$',
  '(?m)^\\d{4}-\\d{2}-\\d{2}$',
])('finds that some text matches %s', (pattern) => {
  expect(matchesNothing(RE2JS.compile(pattern))).toBe(false);
});
