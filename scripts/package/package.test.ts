import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { jsonSchemas } from '../../runner/run/json-schemas.ts';
import { absoluteLinks } from './absolute-links.mjs';
import { packageManifest } from './package-manifest.mjs';
import { reachableChunks } from './reachable-chunks.mjs';
import { reachableTypes } from './reachable-types.mjs';
import { toWebAddress } from './read-repository.mjs';

const root = path.join(import.meta.dirname, '..', '..');
const readJson = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-types-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the manifest of the package', () => {
  const esbuild = readJson('node_modules/esbuild/package.json');
  const manifestOf = (repository?: string) => packageManifest({ own: readJson('package.json'), esbuild, repository });

  it('has no install script, and depends on nothing but the binary of a platform', () => {
    const { optionalDependencies, ...manifest } = manifestOf();
    expect(manifest).not.toHaveProperty('scripts');
    expect(manifest).not.toHaveProperty('dependencies');
    expect(Object.keys(optionalDependencies).filter((name) => !name.startsWith('@esbuild/'))).toEqual([]);
  });

  it('says who wrote it and what for, and where it lives if the checkout knows', () => {
    expect(manifestOf()).toMatchObject({ author: 'Turntree authors', license: 'MIT', keywords: expect.any(Array) });
    expect(manifestOf()).not.toHaveProperty('repository');
    expect(manifestOf('https://git.example/o/r')).toMatchObject({
      homepage: 'https://git.example/o/r#readme',
      bugs: { url: 'https://git.example/o/r/issues' },
      repository: { type: 'git', url: 'git+https://git.example/o/r.git' },
    });
  });
});

it.each([
  ['https://git.example/o/r.git', 'https://git.example/o/r'],
  ['https://user:secret@git.example/o/r', 'https://git.example/o/r'],
  ['git@git.example:o/r.git', 'https://git.example/o/r'],
  ['ssh://git@git.example/o/r.git', 'https://git.example/o/r'],
  ['/home/somebody/turntree', undefined],
  ['', undefined],
])('the remote %j is the repository %j', (remote, address) => {
  expect(toWebAddress(remote)).toBe(address);
});

describe('the links of the README on the page of the package', () => {
  const repository = 'https://git.example/o/r';

  it('lead to the version in the repository', () => {
    const text = '[a](docs/a.md#b) [c](https://c.example) [d](#d) ![e](e.png) <img src="f.png" alt="f">';
    expect(absoluteLinks(text, { repository, version: '1.2.3' })).toBe(
      `[a](${repository}/blob/v1.2.3/docs/a.md#b) [c](https://c.example) [d](#d) ![e](${repository}/raw/v1.2.3/e.png) <img src="${repository}/raw/v1.2.3/f.png" alt="f">`,
    );
    expect(absoluteLinks(text, { repository: undefined, version: '1.2.3' })).toBe(text);
  });

  it('are all absolute then', () => {
    const readme = absoluteLinks(readFileSync(path.join(root, 'README.md'), 'utf8'), { repository, version: '1' });
    const targets = [...readme.matchAll(/\]\(([^)\s]+)|src="([^"]+)"/g)].map(
      ([, link = '', source = '']) => link || source,
    );
    expect(targets.length).toBeGreaterThan(5);
    expect(targets.filter((target) => !/^(https:|#)/.test(target))).toEqual([]);
  });
});

it('the types of the package are those that programs get to', () => {
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  write('api/index.d.ts', "import * as z from 'zod';\nexport { a } from '../a.ts';\n");
  write('a.d.ts', "export type A = import('./b.js').B;\n");
  write('b.d.ts', "export * from './a.ts';\n");
  write('inner.d.ts', '');
  const reached = [...reachableTypes([path.join(folder, 'api/index.d.ts')])].map((file) => path.relative(folder, file));
  expect(reached.toSorted()).toEqual(['a.d.ts', 'api/index.d.ts', 'b.d.ts']);
  write('broken.d.ts', "export * from './none.ts';\n");
  expect(() => reachableTypes([path.join(folder, 'broken.d.ts')])).toThrow('none.ts, which has no declarations');
});

it('the chunks of the package are those that its programs load, and none of an earlier build', () => {
  const build = path.join(folder, 'dist');
  mkdirSync(path.join(build, 'chunks'), { recursive: true });
  const files = {
    'main.mjs': 'import{a}from"./chunks/chunk-AAAAAAA1.mjs";',
    'chunks/chunk-AAAAAAA1.mjs': 'const b=()=>import("./show-run-BBBBBBB2.mjs");',
    'chunks/show-run-BBBBBBB2.mjs': 'import"./chunk-AAAAAAA1.mjs";',
    'chunks/show-run-CCCCCCC3.mjs': 'import"./chunk-AAAAAAA1.mjs";',
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(build, file), text);
  const reached = [...reachableChunks(build)].map((file) => path.basename(file));
  expect(reached.toSorted()).toEqual(['chunk-AAAAAAA1.mjs', 'show-run-BBBBBBB2.mjs']);
});

describe('the published schemas', () => {
  it.each(Object.entries(jsonSchemas))('%s is what the program prints: npm run schemas', async (name, schema) => {
    expect(readJson(`schemas/${name}.schema.json`)).toEqual(JSON.parse(JSON.stringify(await schema())));
  });

  it('are those that the editor of this checkout uses', () => {
    const settings = z.object({
      'json.schemas': z.array(z.object({ fileMatch: z.array(z.string()), url: z.string() })),
    });
    const used = settings
      .parse(readJson('.vscode/settings.json'))
      ['json.schemas'].map(({ url }) => url.replace(/^\.\//, ''));
    expect(used.toSorted()).toEqual(['schemas/case.schema.json', 'schemas/config.schema.json']);
    expect(globSync('schemas/*.json', { cwd: root })).toEqual(expect.arrayContaining(used));
  });
});
