import { expect, it } from 'vitest';
import { shortenText, stripControlCharacters } from './shorten-text.ts';

it.each<[string, number, string]>([
  ['hello', 10, 'hello'],
  ['0123456789', 10, '0123456789'],
  ['0123456789x', 10, '0123456...'],
  ['  one\n\ttwo  ', 10, 'one two'],
  // The limit counts characters and not UTF-16 units.
  ['😀'.repeat(10), 10, '😀'.repeat(10)],
  ['😀'.repeat(11), 10, `${'😀'.repeat(7)}...`],
  // A text that is longer than the part which is processed.
  [`a${' '.repeat(39)}`, 10, 'a'],
  [`a${' '.repeat(40)}`, 10, 'a...'],
  [`${'é'.repeat(8)}${' '.repeat(33)}`, 10, `${'é'.repeat(7)}...`],
])('%j in %i characters is %j', (text, length, expected) => {
  expect(shortenText(text, length)).toBe(expected);
});

it.each<[string, string]>([
  ['plain', 'plain'],
  ['\u001b[31mred\u001b[0m', 'red'],
  ['a\u0007b\u202ec', 'abc'],
  ['one\n\ttwo', 'one\n\ttwo'],
])('%j without what a screen obeys is %j', (text, expected) => {
  expect(stripControlCharacters(text)).toBe(expected);
});
