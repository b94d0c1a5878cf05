import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCaseFile } from './load-case-file.ts';
import { InputError } from './problem.ts';

describe('loadCaseFile', () => {
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'turntree-load-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('reads the cases of a file, with warnings', async () => {
    const path = await write('good.jsonl', '{"id":"a","input":"grüße"}\n{"id":"b","Input":"x"}\n');
    const { cases, warnings } = await loadCaseFile(path, 'tests/good.jsonl');
    expect(cases.map(({ id, input }) => [id, input])).toEqual([
      ['a', 'grüße'],
      ['b', 'x'],
    ]);
    expect(warnings).toMatchObject([{ file: 'tests/good.jsonl', line: 2, column: 11 }]);
  });

  it('reads a table that only an agent can answer', async () => {
    const table =
      'scorer_type,id,input,expected_score_min,expected_score_max,ground_truth\nfacts,open,When?,1,1,At 8\n';
    expect((await loadCaseFile(await write('faq.csv', table), 'tests/faq.csv')).cases).toMatchObject([{ id: 'open' }]);
  });

  it('throws one error with every problem, under the name it was given', async () => {
    const path = await write('bad.jsonl', '{"id":"a"}\n\nnonsense\n');
    const error = await loadFailure(path, 'tests/bad.jsonl');
    expect(error.problems).toHaveLength(2);
    expect(error.details.join('\n')).toBe(
      'tests/bad.jsonl:1:1: "input" is missing\ntests/bad.jsonl:3:1: expected an object, found "nonsense"',
    );
  });

  it('says how many problems it does not show', async () => {
    const path = await write('awful.jsonl', '{"id":"a"}\n'.repeat(80));
    const error = await loadFailure(path, 'awful.jsonl');
    expect(error.problems.length).toBeGreaterThan(100);
    expect(error.details).toHaveLength(51);
    expect(error.details.at(-1)).toMatch(/^… and \d+ more$/);
    expect(error.message).toBe(`the input has ${error.problems.length} problems; nothing was run`);
  });

  it('says that a file does not exist', async () => {
    const error = await loadFailure(join(folder, 'nowhere.jsonl'), 'nowhere.jsonl');
    expect(error.details).toEqual(['nowhere.jsonl:1:1: cannot be read: the file does not exist']);
  });

  it('says that a directory is not a file', async () => {
    await mkdir(join(folder, 'suite.jsonl'));
    const error = await loadFailure(join(folder, 'suite.jsonl'), 'suite.jsonl');
    expect(error.details).toEqual(['suite.jsonl:1:1: cannot be read: this is a directory, not a file']);
  });

  it('refuses what is not UTF-8', async () => {
    const path = await write('latin1.jsonl', Buffer.from('{"id":"a","input":"gr\xfc\xdfe"}', 'latin1'));
    const { details } = await loadFailure(path, 'latin1.jsonl');
    expect(details).toEqual(['latin1.jsonl:1:1: the file is not UTF-8 text; save it as UTF-8']);
  });

  async function write(name: string, content: string | Buffer): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  }

  async function loadFailure(path: string, name: string): Promise<InputError> {
    const error: unknown = await loadCaseFile(path, name).catch((reason: unknown) => reason);
    if (!(error instanceof InputError)) throw new Error('expected an InputError');
    return error;
  }
});
