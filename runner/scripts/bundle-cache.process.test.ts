import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createTemporaryWorkspace } from '../testing/workspace.ts';
import type { BundleCacheOptions } from './bundle-cache.ts';
import { bundleModule } from './bundle-module.ts';
import { computeDigestOfContent } from './bundle-sources.ts';

let root: string;
let cache: BundleCacheOptions;
beforeEach(async () => {
  root = await createTemporaryWorkspace({
    'app/agent.ts': "import { answer } from './parts/answer';\nexport default () => answer;\n",
    'app/parts/answer.js': "export const answer = 'one';\n",
  });
  // With a negative settling time, files that were written just now, in the same millisecond, also count as old enough
  // to be cached.
  cache = { folder: path.join(root, 'cache'), version: '1', settleMs: -1_000 };
  mkdirSync(path.join(root, 'cache'));
});

const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);
const bundle = async (options = cache) =>
  (await bundleModule(path.join(root, 'app/agent.ts'), { offer: 'exports', evaluated: 'once' }, options)).code;
const entries = () => readdirSync(path.join(root, 'cache')).map((name) => path.join(root, 'cache', name));

/** Changes the code in the only cache entry, so that a test can see whether the entry is used. */
async function keepMarked(): Promise<void> {
  await bundle();
  const [entry = ''] = entries();
  const body = JSON.stringify({ ...JSON.parse(readFileSync(entry, 'utf8').split('\n')[1] ?? ''), code: 'kept' });
  writeFileSync(entry, `${computeDigestOfContent(body)}\n${body}`);
}

it('a bundle is kept for the next run, for nobody else to read', async () => {
  await keepMarked();
  expect(await bundle()).toBe('kept');
  expect(entries().map((entry) => lstatSync(entry).mode & 0o777)).toEqual([0o600]);
});

it('a file whose time changes, or another one beside it, changes nothing', async () => {
  await keepMarked();
  write('app/agent.ts', readFileSync(path.join(root, 'app/agent.ts'), 'utf8'));
  write('app/output.jsonl', '{}\n');
  expect(await bundle()).toBe('kept');
});

it.each<[string, () => void]>([
  ['its file changes', () => write('app/agent.ts', "export default () => 'two';\n")],
  ['an imported file changes', () => write('app/parts/answer.js', "export const answer = 'two';\n")],
  [
    'a file appears that the bundler would have preferred',
    () => write('app/parts/answer.ts', "export const answer = 'two';\n"),
  ],
  [
    'a folder is put in the place of another',
    () => {
      mkdirSync(path.join(root, 'other'));
      write('other/answer.js', "export const answer = 'one';\n");
      rmSync(path.join(root, 'app/parts'), { recursive: true });
      symlinkSync(path.join(root, 'other'), path.join(root, 'app/parts'));
    },
  ],
  [
    'a configuration of TypeScript appears',
    () => write('tsconfig.json', '{ "compilerOptions": { "target": "es2020" } }'),
  ],
  ['a package.json appears', () => write('app/parts/package.json', '{ "sideEffects": false }')],
  [
    'the entry is damaged',
    () => {
      const [entry = ''] = entries();
      writeFileSync(entry, readFileSync(entry, 'utf8').replace('"kept"', '"bent"'));
    },
  ],
  [
    'the entry is cut off',
    () => {
      const [entry = ''] = entries();
      writeFileSync(entry, readFileSync(entry, 'utf8').slice(0, 100));
    },
  ],
  ['others may write to the entry', () => chmodSync(entries()[0] ?? '', 0o622)],
])('a bundle is made anew when %s', async (_, change) => {
  await keepMarked();
  change();
  expect(await bundle()).not.toBe('kept');
  expect(await bundle()).toBe(await bundle({ ...cache, folder: undefined }));
});

it.runIf(process.getuid?.() === 0)('a bundle is made anew when the entry is that of another user', async () => {
  await keepMarked();
  chownSync(entries()[0] ?? '', 12_345, 12_345);
  expect(await bundle()).not.toBe('kept');
});

it('a bundle is made anew when another program made it', async () => {
  await keepMarked();
  expect(await bundle({ ...cache, version: '2' })).not.toBe('kept');
});

it('a changed configuration of TypeScript is noticed, also when another extends it', async () => {
  write('tsconfig.json', '{ "extends": "./base" }');
  write('base.json', '{ "compilerOptions": { "target": "es2020" } }');
  await keepMarked();
  expect(await bundle()).toBe('kept');
  write('base.json', '{ "compilerOptions": { "target": "es2022" } }');
  expect(await bundle()).not.toBe('kept');
});

it('a package that is found later, where a try failed before, changes nothing; a file does', async () => {
  write(
    'app/agent.ts',
    "let extra: unknown;\ntry { extra = require('./extra'); } catch {}\nexport default () => extra;\n",
  );
  await keepMarked();
  expect(await bundle()).toBe('kept');
  write('app/extra.js', "module.exports = 'extra';\n");
  expect(await bundle()).toContain("'extra'".replaceAll("'", '"'));
});

it.each<[string, () => void]>([
  [
    'a configuration of TypeScript maps imports',
    () => {
      write('app/agent.ts', "import fs from 'node:fs';\nexport default () => fs;\n");
      write('tsconfig.json', '{ "compilerOptions": { "paths": { "parts/*": ["./app/parts/*"] } } }');
    },
  ],
  ['it extends one of a package', () => write('tsconfig.json', '{ "extends": "@tsconfig/node22" }')],
  [
    'an imported folder has a manifest',
    () => {
      write('app/agent.ts', "export { answer as default } from './parts';\n");
      write('app/parts/package.json', '{ "main": "answer.js" }');
    },
  ],
  [
    'it imports what a pattern matches',
    () => write('app/agent.ts', `export default (name: string) => import('./parts/' + name + '.js');\n`),
  ],
])('nothing is kept when %s', async (_, change) => {
  change();
  await bundle({ ...cache }).catch((error: unknown) => expect(String(error)).toContain('@tsconfig/node22'));
  expect(entries()).toEqual([]);
});

it('nothing is kept of files that changed only now, which may have been read before', async () => {
  const later = { ...cache, settleMs: 60_000 };
  await bundle(later);
  expect(entries()).toEqual([]);
});

it('entries of long ago are removed, and a folder that cannot be used is no error', async () => {
  const old = path.join(root, 'cache', 'old');
  write('cache/old', '');
  utimesSync(old, new Date(0), new Date(0));
  await bundle();
  expect(entries()).not.toContain(old);
  expect(await bundle({ ...cache, folder: path.join(root, 'nowhere') })).toContain('one');
});
