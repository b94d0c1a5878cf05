import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { appendCase } from './append-case.ts';

const workspace = mkdtempSync(path.join(os.tmpdir(), 'turntree-append-'));
const tests = path.join(workspace, 'tests');
mkdirSync(tests);
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

function write(name: string, text: string): string {
  writeFileSync(path.join(tests, name), text);
  return `tests/${name}`;
}

const readText = (key: string): string => readFileSync(path.join(workspace, key), 'utf8');

describe('appendCase', () => {
  it.each([
    ['a line feed', '// mine\n{"id": "a",  "input": "hi"}\n', '\n'],
    ['no line end', '{"id": "a", "input": "hi"}', '\n'],
    ['carriage returns', '\ufeff{"id": "a", "input": "hi"}\r\n', '\r\n'],
  ])('keeps what is there byte for byte, after %s', async (_, text, lineEnd) => {
    const key = write('kept.jsonl', text);
    await appendCase(workspace, key, { id: 'b', input: 'two\nlines' });
    const start = text.endsWith('\n') ? '' : lineEnd;
    expect(readText(key)).toBe(`${text}${start}{"id":"b","input":"two\\nlines"}${lineEnd}`);
    expect(readdirSync(tests).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('refuses an id that is taken, a file with problems, and changes neither', async () => {
    const suiteKey = write('taken.jsonl', '{"id": "a", "input": "hi"}\n');
    await expect(appendCase(workspace, suiteKey, { id: 'a', input: 'x' })).rejects.toThrow(
      'already has a case with the id "a"',
    );
    const broken = write('broken.jsonl', '{"id": "a", "input": }\n');
    await expect(appendCase(workspace, broken, { id: 'b', input: 'x' })).rejects.toThrow('fix them first');
    expect([readText(suiteKey), readText(broken)]).toEqual([
      '{"id": "a", "input": "hi"}\n',
      '{"id": "a", "input": }\n',
    ]);
  });

  it('writes nowhere else: not outside, not through a link, not to other files', async () => {
    const folderOutside = mkdtempSync(path.join(os.tmpdir(), 'turntree-outside-'));
    writeFileSync(path.join(folderOutside, 'o.jsonl'), '{"id": "a", "input": "hi"}\n');
    symlinkSync(path.join(folderOutside, 'o.jsonl'), path.join(tests, 'link.jsonl'));
    write('list.json', '[{"id": "a", "input": "hi"}]');
    for (const key of [
      `../${path.basename(folderOutside)}/o.jsonl`,
      'tests/link.jsonl',
      'tests/list.json',
      'tests/none.jsonl',
    ]) {
      await expect(appendCase(workspace, key, { id: 'b', input: 'x' }), key).rejects.toThrow(
        /not a case file|is a link/,
      );
    }
    expect(readFileSync(path.join(folderOutside, 'o.jsonl'), 'utf8')).toBe('{"id": "a", "input": "hi"}\n');
    rmSync(folderOutside, { recursive: true });
  });
});
