import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseKinds } from '../contract/index.ts';
import { runKinds } from './kinds.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folders = ['runner', 'lib', 'components', 'app'];
/** The folders in which code may compare the names of kinds; all other code must not. */
const homes = ['runner/kinds/', 'components/runs/kind-views.tsx'];
const names = caseKinds.join('|');
/** The names of kinds without `script`, which is also the name of an assertion type. */
const ownNames = names.replace('script|', '');
const comparison = new RegExp(`\\bkind [!=]== '(?:${names})'|'(?:${names})' [!=]== \\S*\\bkind\\b`);
const switched = new RegExp(`\\n( *)switch \\(\\S*\\bkind\\) \\{\\n(?:\\1 .*\\n)*?\\1 +case '(?:${ownNames})':`);

describe('kinds of case', () => {
  it('are each in the registry', () => {
    expect(Object.keys(runKinds)).toEqual([...caseKinds]);
  });

  it('are asked for by name in their home alone', () => {
    const asking = productionFiles().filter((file) => asksForKind(readFileSync(path.join(root, file), 'utf8')));
    expect(asking.filter((file) => homes.every((home) => !file.startsWith(home)))).toEqual([]);
  });

  it('are found where code asks for them', () => {
    expect(asksForKind("if (result.kind === 'dynamic') return;")).toBe(true);
    expect(asksForKind("rows.filter(({ kind }) => 'script' !== kind);")).toBe(true);
    expect(asksForKind("\n  switch (row.kind) {\n    case 'other':\n      return 1;\n    case 'experiment':\n")).toBe(
      true,
    );
    expect(asksForKind("\n  switch (assertion.type) {\n    case 'script':\n")).toBe(false);
    expect(asksForKind("if (source.kind === 'files') return;")).toBe(false);
  });
});

function asksForKind(source: string): boolean {
  return comparison.test(source) || switched.test(source);
}

function productionFiles(): string[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')))
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file)),
  );
}
