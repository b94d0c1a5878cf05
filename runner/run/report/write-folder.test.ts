import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FOLDER_MARK } from '../../reporters/html/folder-page.ts';
import type { FolderFile } from '../../reporters/html/report-folder.ts';
import { writeFolder } from './write-folder.ts';

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'turntree-folder-'));
  folder = path.join(root, 'deep', 'site');
});
afterEach(() => rmSync(root, { recursive: true }));

const files = (text: string): FolderFile[] => [
  { file: 'cases/1.html', pieces: [text] },
  { file: 'index.html', pieces: [FOLDER_MARK, text] },
];

it('takes the place of an older report, and leaves nothing else behind', () => {
  writeFolder(folder, [...files('old'), { file: 'cases/2.html', pieces: ['gone'] }]);
  writeFolder(folder, files('new'));
  expect(readdirSync(path.join(folder, 'cases'))).toEqual(['1.html']);
  expect(readFileSync(path.join(folder, 'cases', '1.html'), 'utf8')).toBe('new');
  expect(readdirSync(path.dirname(folder))).toEqual(['site']);
});

it('takes an empty folder, and none in which something else lies', () => {
  mkdirSync(folder, { recursive: true });
  writeFolder(folder, files('new'));
  expect(existsSync(path.join(folder, 'index.html'))).toBe(true);
  writeFileSync(path.join(root, 'deep', 'index.html'), 'my own page');
  expect(() => writeFolder(path.join(root, 'deep'), files('new'))).toThrow('this folder contains other files');
  expect(readFileSync(path.join(root, 'deep', 'index.html'), 'utf8')).toBe('my own page');
});

it('keeps the older report when the new one cannot be read to its end', () => {
  writeFolder(folder, files('old'));
  function* broken(): Generator<FolderFile> {
    yield* files('new');
    throw new Error('the history is gone');
  }
  expect(() => writeFolder(folder, broken())).toThrow('the history is gone');
  expect(readFileSync(path.join(folder, 'cases', '1.html'), 'utf8')).toBe('old');
  expect(readdirSync(path.dirname(folder))).toEqual(['site']);
});
