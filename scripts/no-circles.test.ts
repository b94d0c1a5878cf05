import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../runner');
const rooms = ['values', 'contract', 'fold', 'verdict', 'ports', 'assertions', 'kinds', 'engine'];

describe('the core of the runner', () => {
  it('has no import circle, types included', () => {
    const imports = new Map(sources().map((file) => [file, importsOf(file)]));
    expect(imports.size).toBeGreaterThan(100);
    expect(circleIn(imports)).toEqual([]);
  });

  it('would have one where two files import each other', () => {
    const imports = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b']],
    ]);
    expect(circleIn(imports)).toEqual(['b', 'c', 'b']);
  });
});

function sources(): string[] {
  return rooms.flatMap((room) =>
    globSync(`${room}/**/*.ts`, { cwd: root }).filter((file) => !file.endsWith('.test.ts')),
  );
}

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, source = '']) =>
    path.join(path.dirname(file), source),
  );
}

/** The first circle that there is, from a file back to itself. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): string[] => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return [];
    for (const next of imports.get(file) ?? []) {
      const circle = visit(next, [...way, file]);
      if (circle.length > 0) return circle;
    }
    done.add(file);
    return [];
  };
  for (const file of imports.keys()) {
    const circle = visit(file, []);
    if (circle.length > 0) return circle;
  }
  return [];
}
