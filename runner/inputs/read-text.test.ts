import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCaseFile } from './load-case-file.ts';
import { readText } from './read-text.ts';

describe('readText', () => {
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-text-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['ten bytes a line', `${'x'.repeat(10)}\n`.repeat(5)],
    ['characters of several bytes across pieces', '😀ü\nöä😀\n'],
    ['a file without a line feed at its end', 'ab\ncd'],
    ['nothing', ''],
  ])('reads what keeps to its bounds: %s', async (_, text) => {
    expect(await readText(writeSource(text), { line: 10, file: 100 })).toEqual({ ok: true, text });
  });

  it('takes the byte order mark away', async () => {
    expect(await readText(writeSource('\ufeffab'), { line: 10, file: 100 })).toEqual({ ok: true, text: 'ab' });
  });

  it.each([
    ['the first line', 'x'.repeat(11), 1],
    ['a line behind others', `\n\n${'x'.repeat(9)}\n${'x'.repeat(11)}\nx`, 4],
    ['a line that is long in bytes only', `a\n${'ü'.repeat(6)}`, 2],
  ])('refuses %s that is too long, and says where it is', async (_, text, line) => {
    const message = 'the line has more than 10 bytes; put long texts into files and attach them';
    expect(await readText(writeSource(text), { line: 10, file: 100 })).toEqual({ ok: false, line, message });
  });

  it('refuses a file that is too large', async () => {
    const message = 'the file has more than 100 bytes; split it into several';
    const large = writeSource('x\n'.repeat(51));
    expect(await readText(large, { line: 10, file: 100 })).toEqual({ ok: false, line: 1, message });
  });

  it('refuses what breaks off in the middle of a character', async () => {
    const cut = writeSource(Buffer.from('ab😀').subarray(0, 4));
    expect(await readText(cut, { line: 10, file: 100 })).toMatchObject({
      ok: false,
      message: expect.stringContaining('not UTF-8'),
    });
  });

  it('refuses a real line of 20 MB, and says so beside the name of the file', { tags: 'thorough' }, async () => {
    const file = writeSource(`{"id":"a","input":"x"}\n{"id":"b","input":"${'y'.repeat(20_000_000)}"}\n`);
    expect(await readCaseFile(file, 'tests/a.jsonl')).toEqual({
      cases: [],
      warnings: [],
      problems: [{ file: 'tests/a.jsonl', line: 2, column: 1, message: LONG_LINE }],
    });
  });

  it('refuses a case of 20 MB on several lines or in a list, and reads the others', { tags: 'thorough' }, async () => {
    const halfText = 'y'.repeat(10_000_000);
    const longText = `{"id":"b",\n"name":"${halfText}",\n"input":"${halfText}"}`;
    for (const [name, text] of [
      ['a.jsonl', `{"id":"a","input":"x"}\n${longText}\n{"id":"c","input":"x"}`],
      ['a.json', `[{"id":"a","input":"x"},\n${longText},\n{"id":"c","input":"x"}]`],
    ] as const) {
      const { cases, problems } = await readCaseFile(writeSource(text, name), name);
      expect(cases.map(({ id }) => id)).toEqual(['a', 'c']);
      expect(problems).toEqual([{ file: name, line: 2, column: 1, message: LONG_CASE }]);
    }
  });

  it('reads a list of more than 16 MB on one line', { tags: 'thorough' }, async () => {
    const list = Array.from({ length: 20 }, (_, index) => ({ id: `c${index}`, input: 'x'.repeat(1_000_000) }));
    const { cases, problems } = await readCaseFile(writeSource(JSON.stringify(list), 'b.json'), 'b.json');
    expect([cases.length, problems]).toEqual([20, []]);
  });

  it('holds a table to the same bound of a line', { tags: 'thorough' }, async () => {
    const file = writeSource(`scorer_type,id,input\nx,a,${'y'.repeat(20_000_000)}\n`, 'a.csv');
    expect((await readCaseFile(file, 'a.csv')).problems).toMatchObject([{ line: 2, message: LONG_LINE }]);
  });

  let files = 0;
  function writeSource(text: string | Buffer, name = 'a.jsonl'): string {
    files += 1;
    const file = path.join(folder, String(files));
    mkdirSync(file);
    writeFileSync(path.join(file, name), text);
    return path.join(file, name);
  }
});

const LONG_LINE = 'the line has more than 16 MB; put long texts into files and attach them';
const LONG_CASE = 'the case has more than 16 MB; put long texts into files and attach them';
