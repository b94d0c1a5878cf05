import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { appendCase } from './append-case.ts';
import { listCaseFilesBelow } from './case-files.ts';
import { createCaseFile } from './create-case-file.ts';
import { readCaseFile } from './read-case-file.ts';
import { saveCaseFile } from './save-case-file.ts';

const workspace = mkdtempSync(path.join(os.tmpdir(), 'turntree-case-file-'));
const folderOutside = mkdtempSync(path.join(os.tmpdir(), 'turntree-outside-'));
mkdirSync(path.join(workspace, 'tests'));
afterAll(() => {
  for (const folder of [workspace, folderOutside]) rmSync(folder, { recursive: true });
});

const LINE = '{"id": "a", "input": "hi"}\n';

function write(name: string, content: string | Buffer): string {
  writeFileSync(path.join(workspace, 'tests', name), content);
  return `tests/${name}`;
}

const onDisk = (key: string): string => readFileSync(path.join(workspace, key), 'utf8');

function readText(suiteKey: string) {
  const answer = readCaseFile({ workspace, suiteKey });
  if (answer.status !== 'text') throw new Error(`expected a text, got ${answer.status}`);
  return answer;
}

describe('a case file that is read and saved', () => {
  it('comes back byte for byte, whatever its text', { tags: 'thorough' }, async () => {
    const key = write('any.jsonl', LINE);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
        const answer = await saveCaseFile({ workspace, suiteKey: key, text, base: readText(key).sha256 });
        expect(answer.status).toBe('saved');
        expect(onDisk(key)).toBe(text);
        expect(readText(key).text).toBe(text);
      }),
      { numRuns: 30 },
    );
    expect(readdirSync(path.join(workspace, 'tests')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('keeps its byte order mark, its line ends and who may read it', async () => {
    const key = write('marked.jsonl', `\ufeff${LINE.replace('\n', '\r\n')}`);
    chmodSync(path.join(workspace, key), 0o640);
    const { text, sha256 } = readText(key);
    await saveCaseFile({ workspace, suiteKey: key, text: `${text}// mine\r\n`, base: sha256 });
    expect(onDisk(key)).toBe('\ufeff{"id": "a", "input": "hi"}\r\n// mine\r\n');
    expect(statSync(path.join(workspace, key)).mode & 0o777).toBe(0o640);
  });

  it('is not overwritten when somebody else changed it: their text comes back', async () => {
    const key = write('theirs.jsonl', LINE);
    const { sha256 } = readText(key);
    write('theirs.jsonl', '{"id": "b", "input": "theirs"}\n');
    const answer = await saveCaseFile({ workspace, suiteKey: key, text: 'mine', base: sha256 });
    expect(answer).toMatchObject({ status: 'changed', file: { text: '{"id": "b", "input": "theirs"}\n' } });
    expect(onDisk(key)).toBe('{"id": "b", "input": "theirs"}\n');
  });

  it('takes one of several saves at the same time, and refuses the others', async () => {
    const key = write('raced.jsonl', LINE);
    const { sha256 } = readText(key);
    const texts = ['one', 'two', 'three', 'four'];
    const answers = await Promise.all(
      texts.map((text) => saveCaseFile({ workspace, suiteKey: key, text, base: sha256 })),
    );
    const savedTexts = texts.filter((_, position) => answers[position]?.status === 'saved');
    expect(savedTexts).toHaveLength(1);
    expect(onDisk(key)).toBe(savedTexts[0]);
  });

  it('is said to be gone when it was deleted, and can be made anew', async () => {
    const key = write('deleted.jsonl', LINE);
    const { sha256, modifiedAt } = readText(key);
    rmSync(path.join(workspace, key));
    expect(readCaseFile({ workspace, suiteKey: key, known: { sha256, modifiedAt } })).toEqual({
      status: 'gone',
    });
    expect(await saveCaseFile({ workspace, suiteKey: key, text: 'x', base: sha256 })).toEqual({ status: 'gone' });
    await createCaseFile({ workspace, suiteKey: key, text: LINE });
    expect(onDisk(key)).toBe(LINE);
  });

  it('is the same as long as its content is', () => {
    const key = write('same.jsonl', LINE);
    const { sha256, modifiedAt } = readText(key);
    const version = { sha256, modifiedAt };
    expect(readCaseFile({ workspace, suiteKey: key, known: version })).toMatchObject({ status: 'same' });
    expect(readCaseFile({ workspace, suiteKey: key, known: { ...version, modifiedAt: 1 } })).toMatchObject({
      status: 'same',
    });
    write('same.jsonl', LINE.replace('hi', 'ho'));
    expect(readCaseFile({ workspace, suiteKey: key, known: { ...version, modifiedAt: 1 } }).status).toBe('text');
  });

  it('is refused with its broken line when it is not UTF-8', () => {
    const key = write('latin.jsonl', Buffer.from(`${LINE}{"id": "b", "input": "caf\u00e9"}\n`, 'latin1'));
    expect(() => readText(key)).toThrow(`${key} is not UTF-8 text`);
    expect(errorDetails(() => readText(key))).toContain('in line 2.');
  });

  it('is not replaced when it is write-protected', async () => {
    const key = write('protected.jsonl', LINE);
    chmodSync(path.join(workspace, key), 0o444);
    const save = saveCaseFile({ workspace, suiteKey: key, text: 'mine', base: readText(key).sha256 });
    await expect(save).rejects.toThrow('tests/protected.jsonl is write-protected');
    await expect(appendCase(workspace, key, { id: 'b', input: 'x' })).rejects.toThrow('is write-protected');
    expect(onDisk(key)).toBe(LINE);
  });

  it('says what the system refuses, and hides no other file when it cannot be read', async () => {
    const key = write('secret.jsonl', LINE);
    const other = write('other.jsonl', LINE);
    const { sha256 } = readText(key);
    mkdirSync(path.join(workspace, 'shut'), { mode: 0o555 });
    writeFileSync(path.join(workspace, 'shut', 'a.jsonl'), LINE);
    chmodSync(workspace, 0o755);
    await asNobody(async () => {
      const inShut = saveCaseFile({ workspace, suiteKey: 'shut/a.jsonl', text: 'mine', base: sha256 });
      await expect(inShut).rejects.toThrow('shut/a.jsonl cannot be reached: the dashboard is not permitted');
      await expect(createCaseFile({ workspace, suiteKey: 'shut/b.jsonl', text: LINE })).rejects.toThrow(
        'not permitted',
      );
    });
    chmodSync(path.join(workspace, key), 0o000);
    await asNobody(async () => {
      expect(() => readText(key)).toThrow(`${key} cannot be reached: the dashboard is not permitted`);
      expect(listCaseFilesBelow(workspace)).toEqual(expect.arrayContaining([key, 'shut/a.jsonl', other]));
    });
    chmodSync(path.join(workspace, 'shut'), 0o755);
    expect(onDisk('shut/a.jsonl')).toBe(LINE);
  });

  it('may have lines of 5 MB', async () => {
    const key = write('long.jsonl', `{"id": "a", "input": "${'x'.repeat(5_000_000)}"}\n`);
    const { text, sha256 } = readText(key);
    expect((await saveCaseFile({ workspace, suiteKey: key, text: `${text}${LINE}`, base: sha256 })).status).toBe(
      'saved',
    );
    expect(statSync(path.join(workspace, key)).size).toBe(5_000_025 + LINE.length);
  });
});

describe('what is not a case file of the workspace', () => {
  symlinkSync(folderOutside, path.join(workspace, 'linked'));
  writeFileSync(path.join(folderOutside, 'o.jsonl'), LINE);
  symlinkSync(path.join(folderOutside, 'o.jsonl'), path.join(workspace, 'tests', 'link.jsonl'));
  mkdirSync(path.join(workspace, '.hidden'));
  writeFileSync(path.join(workspace, '.hidden', 'h.jsonl'), LINE);
  write('list.txt', LINE);

  it.each([
    `../${path.basename(folderOutside)}/o.jsonl`,
    path.join(folderOutside, 'o.jsonl'),
    'tests/link.jsonl',
    'linked/o.jsonl',
    'tests/../tests/list.txt',
    'tests/list.txt',
    '.hidden/h.jsonl',
    'tests\\list.jsonl',
    'tests',
    '',
  ])('is neither read nor written: %s', async (key) => {
    expect(() => readCaseFile({ workspace, suiteKey: key })).toThrow('is not a case file of this workspace');
    await expect(
      saveCaseFile({ workspace, suiteKey: key, text: 'x', base: readText(write('base.jsonl', LINE)).sha256 }).then(
        refuseGone,
      ),
    ).rejects.toThrow('is not a case file');
    expect(readFileSync(path.join(folderOutside, 'o.jsonl'), 'utf8')).toBe(LINE);
  });

  it.each([
    ['linked/new.jsonl', 'through a link'],
    ['linked/deep/new.jsonl', 'through a link'],
    ['../new.jsonl', 'cannot be the name'],
    ['.hidden/new.jsonl', 'cannot be the name'],
    ['node_modules/new.jsonl', 'cannot be the name'],
    ['tests/output-1.jsonl', 'cannot be the name'],
    ['tests/a.cassette.jsonl', 'cannot be the name'],
    ['tests/new.txt', 'cannot be the name'],
    ['tests/.jsonl', 'cannot be the name'],
    ['tests/a\u0000.jsonl', 'cannot be the name'],
    ['tests/link.jsonl', 'already exists'],
  ])('is not created: %s', async (suiteKey, reason) => {
    await expect(createCaseFile({ workspace, suiteKey, text: LINE })).rejects.toThrow(reason);
    expect(readdirSync(folderOutside)).toEqual(['o.jsonl']);
  });

  it('is created below folders that are not there yet, and never over what is there', async () => {
    await createCaseFile({ workspace, suiteKey: 'new/deep/a.jsonl', text: LINE });
    expect(onDisk('new/deep/a.jsonl')).toBe(LINE);
    await expect(createCaseFile({ workspace, suiteKey: 'new/deep/a.jsonl', text: '' })).rejects.toThrow(
      'already exists',
    );
    expect(onDisk('new/deep/a.jsonl')).toBe(LINE);
  });
});

/** Runs an action as a user without privileges, because file permissions do not apply to root. */
async function asNobody(action: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return action();
  process.seteuid?.(65_534);
  try {
    await action();
  } finally {
    process.seteuid?.(0);
  }
}

function errorDetails(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof Error && 'details' in error) return String(error.details);
  }
  return '';
}

/** Checks that a dangling link is treated like a deleted file. */
function refuseGone({ status }: { status: string }): void {
  if (status === 'gone') throw new Error('it is not a case file');
}
