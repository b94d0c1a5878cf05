import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const folders = ['runner', 'lib', 'app', 'components', 'drizzle', 'bin'];

type Imports = ReadonlyMap<string, readonly string[]>;

describe('the imports of the program', () => {
  it('have no circle, types and dynamic imports included', () => {
    const files = new Set(
      globSync(`{${folders.join(',')}}/**/*.{ts,tsx}`, { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file)),
    );
    for (const folder of folders)
      expect(
        [...files].some((file) => file.startsWith(`${folder}/`)),
        folder,
      ).toBe(true);
    const imports = new Map(
      [...files].map((file) => [file, importsIn(readFileSync(path.join(root, file), 'utf8'), file, files)]),
    );
    expect(circleIn(imports)).toEqual([]);
  });

  it('are read in every way that they are written', () => {
    const files = new Set(['lib/a.ts', 'lib/b.ts', 'lib/c/index.ts', 'components/d.tsx', 'lib/e.ts', 'lib/f.ts']);
    const text = `
import './b.ts';
import type { C } from '@/lib/c';
export { D } from '../components/d';
const e = await import('./e.ts');
type F = import('./f.ts').F;
import { z } from 'zod';
`;
    expect(importsIn(text, 'lib/a.ts', files)).toEqual([
      'lib/b.ts',
      'lib/c/index.ts',
      'components/d.tsx',
      'lib/e.ts',
      'lib/f.ts',
    ]);
  });

  it('would have a circle where files import each other, or one imports itself', () => {
    const around = { a: ['b'], b: ['c', 'd'], c: ['d'], d: ['e', 'b'], e: [] };
    const circle = circleIn(new Map(Object.entries(around)));
    expect(circle.at(0)).toBe(circle.at(-1));
    expect(new Set(circle).isSubsetOf(new Set(['b', 'c', 'd']))).toBe(true);
    for (const [position, file] of circle.entries()) {
      if (position > 0)
        expect(Object.entries(around)).toContainEqual([circle[position - 1], expect.arrayContaining([file])]);
    }
    expect(circleIn(new Map([['a', ['a']]]))).toEqual(['a', 'a']);
  });

  it('are looked at once each, however many ways lead to a file and however deep it lies', () => {
    const levels = 20_000;
    const ladder = new Map<string, readonly string[]>();
    for (let level = 0; level < levels; level += 1) {
      for (const side of ['left', 'right']) ladder.set(`${side} ${level}`, [`left ${level + 1}`, `right ${level + 1}`]);
    }
    for (const side of ['left', 'right']) ladder.set(`${side} ${levels}`, []);
    expect(circleIn(ladder)).toEqual([]);
    ladder.set(`right ${levels}`, ['left 0']);
    expect(circleIn(ladder)).toHaveLength(levels + 2);
  });
});

function importsIn(text: string, file: string, files: ReadonlySet<string>): string[] {
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, source = '']) => {
    if (!/^(?:\.|@\/)/.test(source)) return [];
    const target = source.startsWith('@/') ? source.slice(2) : path.join(path.dirname(file), source);
    const candidates = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'].map((ending) => target + ending);
    return candidates.find((candidate) => files.has(candidate)) ?? [];
  });
}

/** Finds a cycle of imports; none if all files can be removed in dependency order. */
function circleIn(imports: Imports): string[] {
  const left = new Map([...imports].map(([file, imported]) => [file, imported.length]));
  const importers = new Map<string, string[]>([...imports.keys()].map((file) => [file, []]));
  for (const [file, imported] of imports) for (const each of imported) importers.get(each)?.push(file);
  const free = [...left].flatMap(([file, count]) => (count === 0 ? [file] : []));
  for (let file = free.pop(); file !== undefined; file = free.pop()) {
    left.delete(file);
    for (const importer of importers.get(file) ?? []) {
      const count = (left.get(importer) ?? 0) - 1;
      left.set(importer, count);
      if (count === 0) free.push(importer);
    }
  }
  const way = new Set<string>();
  let [file] = left.keys();
  for (; file !== undefined && !way.has(file); file = imports.get(file)?.find((each) => left.has(each))) way.add(file);
  return file === undefined ? [] : [...[...way].slice([...way].indexOf(file)), file];
}
