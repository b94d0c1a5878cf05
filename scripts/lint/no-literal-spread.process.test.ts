import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-spreads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const begin = 'const a = 1;\nconst more = { b: 2 };\n';
const spreads: [name: string, text: string, count: number][] = [
  ['first.ts', 'export const x = { ...{ a }, c: 3 };', 1],
  ['last.ts', 'export const x = { c: 3, ...{ a, b: 2 } };', 1],
  ['inner.ts', 'export const x = { c: { ...{ a }, ...{ b: 2 } } };', 2],
  ['attributes.tsx', "export const x = <p lang='en' {...{ title: 'x', a }} />;", 1],
  ['value.ts', 'export const x = { ...more, a };', 0],
  ['choice.ts', 'export const x = { ...(a === 1 ? { a } : {}), ...(a === 1 && { a }) };', 0],
  ['list.ts', 'export const x = [...[a], ...Object.keys(more)];', 0],
  ['props.tsx', 'export const x = <p {...more} />;', 0],
];

it('spreads of literals are found, and no others', () => {
  for (const file of ['biome.json', 'scripts/import-rules.biome.json', 'scripts/lint/no-literal-spread.grit']) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    copyFileSync(path.join(root, file), path.join(folder, file));
  }
  for (const [name, text] of spreads) writeFileSync(path.join(folder, name), `${begin}${text}\n`);
  const found = spreads.map(([name]) => {
    const options = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', name];
    const { stderr } = spawnSync(path.join(root, 'node_modules/.bin/biome'), options, {
      cwd: folder,
      encoding: 'utf8',
    });
    return [name, stderr.split('A literal is spread.').length - 1];
  });
  expect(found).toEqual(spreads.map(([name, , count]) => [name, count]));
});
