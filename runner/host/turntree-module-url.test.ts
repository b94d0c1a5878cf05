import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryWorkspace } from '../testing/workspace.ts';
import { findBuiltFile, resolveTurntreeModuleUrl } from './turntree-module-url.ts';

let root: string;
const urlOf = (file: string) => new URL(file, pathToFileURL(`${root}/`));
const seenFrom = (file: string) => urlOf(file).href;
beforeEach(async () => {
  root = await createTemporaryWorkspace({
    'sources/room/part.ts': '',
    'sources/room/user.ts': '',
    'dist/part.mjs': '',
    'dist/page.css': '',
    'dist/entry.mjs': '',
    'dist/chunks/chunk.mjs': '',
  });
});
afterEach(() => {
  globalThis.turntreeBuilt = undefined;
  rmSync(root, { recursive: true, force: true });
});

describe('a part of Turntree', () => {
  it('is beside the source that loads it, or beside the entry of the built program', () => {
    expect(resolveTurntreeModuleUrl('part', seenFrom('sources/room/user.ts'))).toEqual(urlOf('sources/room/part.ts'));
    expect(resolveTurntreeModuleUrl('part', seenFrom('dist/entry.mjs'))).toEqual(urlOf('dist/part.mjs'));
    expect(resolveTurntreeModuleUrl('part', seenFrom('dist/chunks/chunk.mjs'))).toEqual(urlOf('dist/part.mjs'));
    expect(findBuiltFile('page.css', seenFrom('dist/chunks/chunk.mjs'))).toEqual(urlOf('dist/page.css'));
    expect(findBuiltFile('page.css', seenFrom('sources/room/user.ts'))).toBeUndefined();
  });

  it('is that of the build which tests of the sources have made, and of no other', () => {
    globalThis.turntreeBuilt = urlOf('dist/');
    expect(resolveTurntreeModuleUrl('part', seenFrom('sources/room/user.ts'))).toEqual(urlOf('dist/part.mjs'));
    expect(findBuiltFile('page.css', seenFrom('sources/room/user.ts'))).toEqual(urlOf('dist/page.css'));
    globalThis.turntreeBuilt = urlOf('gone/');
    expect(() => resolveTurntreeModuleUrl('part', seenFrom('sources/room/user.ts'))).toThrow(
      'a part of Turntree is missing: part',
    );
  });

  it('that is missing is named', () => {
    expect(() => resolveTurntreeModuleUrl('lost', seenFrom('dist/entry.mjs'))).toThrow(
      'a part of Turntree is missing: lost',
    );
  });
});
