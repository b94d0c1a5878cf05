import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBounded } from './bounded-file.ts';

const limits = { line: 300_000, file: 700_000 };
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-bounded-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeText(text: string): string {
  const file = path.join(folder, 'file.txt');
  writeFileSync(file, text);
  return file;
}

describe('a file that is read as a whole', () => {
  it.each([
    ['empty', ''],
    ['short', 'a\nb'],
    ['of many pieces', `${'ä'.repeat(140_000)}\n`.repeat(2)],
  ])('is its text: %s', (_, text) => expect(readBounded(writeText(text), { most: limits })).toBe(text));

  it.each([
    ['UTF-16 of Windows', Buffer.from('\uFEFFfée\n', 'utf16le')],
    ['UTF-16, the large end first', Buffer.from('\uFEFFfée\n', 'utf16le').swap16()],
    ['UTF-8', Buffer.from('fée\n')],
  ])('is understood where its bytes say what they are: %s', (_, bytes) => {
    const file = path.join(folder, 'bytes.txt');
    writeFileSync(file, bytes);
    expect(readBounded(file)).toBe('fée\n');
  });

  it.each([
    ['Latin-1', Buffer.from('a\nfée\n', 'latin1'), 2],
    ['a workbook', Buffer.from([0x50, 0x4b, 3, 4, 0xff, 0xff]), 1],
    ['UTF-16 that is cut', Buffer.from([0xff, 0xfe, 0x61, 0, 0x62]), 1],
  ])('is refused where it is no text: %s', (_, bytes, line) => {
    const file = path.join(folder, 'bytes.txt');
    writeFileSync(file, bytes);
    expect(() => readBounded(file, { name: 'faq.csv' })).toThrow(`faq.csv:${line}:1: this is not UTF-8 text`);
  });

  it.each([
    ['on the first line', 'x'.repeat(300_001), 1],
    ['on a later one', `a\nb\n${'x'.repeat(600_000)}`, 3],
  ])('is refused with the place of a line that is too long: %s', (_, text, line) => {
    expect(() => readBounded(writeText(text), { most: limits, name: 'a.yml' })).toThrow(
      `a.yml:${line}:1: the line has more than 293 KB`,
    );
  });

  it('is refused when it has too many lines', () => {
    expect(() =>
      readBounded(writeText('x'.repeat(99).concat('\n').repeat(7_001)), { most: limits, name: 'a' }),
    ).toThrow(/^a:\d+:1: the file has more than 684 KB$/);
  });

  it.runIf(process.platform === 'linux')('is refused when it never ends', () => {
    expect(() => readBounded('/dev/zero', { most: limits })).toThrow('/dev/zero:1:1: the line has more than');
  });
});
