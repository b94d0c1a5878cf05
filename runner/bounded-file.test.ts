import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBounded } from './bounded-file.ts';

const most = { line: 300_000, file: 700_000 };
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-bounded-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(text: string): string {
  const file = path.join(folder, 'file.txt');
  writeFileSync(file, text);
  return file;
}

describe('a file that is read as a whole', () => {
  it.each([
    ['empty', ''],
    ['short', 'a\nb'],
    ['of many pieces', `${'ä'.repeat(140_000)}\n`.repeat(2)],
  ])('is its text: %s', (_, text) => expect(readBounded(written(text), { most })).toBe(text));

  it.each([
    ['on the first line', 'x'.repeat(300_001), 1],
    ['on a later one', `a\nb\n${'x'.repeat(600_000)}`, 3],
  ])('is refused with the place of a line that is too long: %s', (_, text, line) => {
    expect(() => readBounded(written(text), { most, name: 'a.yml' })).toThrow(
      `a.yml:${line}:1: the line has more than 293 KB`,
    );
  });

  it('is refused when it has too many lines', () => {
    expect(() => readBounded(written('x'.repeat(99).concat('\n').repeat(7_001)), { most, name: 'a' })).toThrow(
      /^a:\d+:1: the file has more than 684 KB$/,
    );
  });

  it.runIf(process.platform === 'linux')('is refused when it never ends', () => {
    expect(() => readBounded('/dev/zero', { most })).toThrow('/dev/zero:1:1: the line has more than');
  });
});
