import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MatrixView, matrixViewSchema } from '../contract/index.ts';
import { listCaseFilesBelow } from './case-files.ts';
import { listMatrixViews, saveMatrixView } from './matrix-views.ts';

let workspace: string;
beforeEach(() => {
  workspace = mkdtempSync(path.join(os.tmpdir(), 'turntree-views-'));
});
afterEach(() => rmSync(workspace, { recursive: true, force: true }));

const view: MatrixView = matrixViewSchema.parse({ version: 1, suite: 'tests/a.jsonl', agent: 'shop', mode: 'worse' });

function write(name: string, text: string): void {
  mkdirSync(path.join(workspace, 'views'), { recursive: true });
  writeFileSync(path.join(workspace, 'views', name), text);
}

const readText = (name: string): string => readFileSync(path.join(workspace, 'views', name), 'utf8');

describe('views of the workspace', () => {
  it('are saved, listed by name and saved again, and are no case files', async () => {
    const { sha256 } = await saveMatrixView({ workspace, name: 'Zwei Modelle', view, base: null });
    await saveMatrixView({ workspace, name: 'نماذج', view, base: null });
    expect(listMatrixViews(workspace)).toEqual([
      { name: 'Zwei Modelle', view, sha256 },
      { name: 'نماذج', view, sha256 },
    ]);
    await saveMatrixView({ workspace, name: 'Zwei Modelle', view: { ...view, mode: 'flaky' }, base: sha256 });
    expect(listMatrixViews(workspace)[0]).toMatchObject({ view: { mode: 'flaky' } });
    expect(listCaseFilesBelow(workspace)).toEqual([]);
  });

  it('are none without the folder', () => {
    expect(listMatrixViews(workspace)).toEqual([]);
  });

  it.each([
    ['{\n  "version": 1,\n  "mode": \n}', 'views/v.json:4:1: ValueExpected'],
    ['', 'views/v.json:1:1: ValueExpected'],
    ['{\n  "version": 2\n}', 'views/v.json:2:3: version: this program reads version 1'],
    ['{\n  "version": 1,\n  "mood": "worse"\n}', 'views/v.json:3:3: Unrecognized key: "mood"'],
    ['{\n  "version": 1,\n  "mode": "bad"\n}', 'views/v.json:3:3: mode: '],
    ['{\n  // ours\n  "version": 1\n}', 'views/v.json:2:3: InvalidCommentToken'],
    [`${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'views/v.json:1:'],
    [`"${'x'.repeat(100_001)}"`, 'views/v.json is larger than 100 KB.'],
  ])('with the text %j are refused with their line and not overwritten', async (text, problem) => {
    write('v.json', text);
    expect(listMatrixViews(workspace)).toEqual([{ name: 'v', problem: expect.stringContaining(problem) }]);
    for (const base of [null, 'sha256 of what the page had read']) {
      await expect(saveMatrixView({ workspace, name: 'v', view, base })).rejects.toThrow(problem);
    }
    expect(readText('v.json')).toBe(text);
  });

  it('that were edited meanwhile are not overwritten', async () => {
    const { sha256 } = await saveMatrixView({ workspace, name: 'v', view, base: null });
    const edited = readText('v.json').replace('worse', 'differ');
    write('v.json', edited);
    await expect(saveMatrixView({ workspace, name: 'v', view, base: sha256 })).rejects.toThrow(
      'views/v.json:7 was edited meanwhile. Nothing was written.',
    );
    await expect(saveMatrixView({ workspace, name: 'v', view, base: null })).rejects.toThrow('already exists');
    expect(readText('v.json')).toBe(edited);
  });

  it.each(['../out', 'a/b', '.hidden', '', ' v', 'v\n', 'a'.repeat(81)])('cannot be called %j', async (name) => {
    await expect(saveMatrixView({ workspace, name, view, base: null })).rejects.toThrow('cannot be the name of a view');
  });

  it('that are links are neither read nor written', async () => {
    writeFileSync(path.join(workspace, 'elsewhere.json'), JSON.stringify(view));
    write('w.json', JSON.stringify(view));
    symlinkSync(path.join(workspace, 'elsewhere.json'), path.join(workspace, 'views/link.json'));
    expect(listMatrixViews(workspace).map(({ name }) => name)).toEqual(['w']);
    await expect(saveMatrixView({ workspace, name: 'link', view, base: null })).rejects.toThrow('is a link');
  });
});
