import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { abbreviateNameList } from '../../values/index.ts';

const ignoredFolders = new Set(['node_modules', 'dist', 'build', 'coverage']);
const vitestImportPattern = /from\s+['"]turntree\/vitest['"]/;
/** Matches an exported function with a `count` parameter, as generators of cases have. */
const generatorFunctionPattern = /\bexport\s+(?:async\s+)?function\s+\w+\s*\(\s*\{[^{}()]*\bcount\b/;

/** Describes tests in a folder that `lint` cannot check, because code defines them; undefined if there are none. */
export function describeUnreadTests(folder: string): string | undefined {
  const files = globSync('**/*.{js,mjs,cjs,ts,mts,cts}', {
    cwd: folder,
    exclude: (name) => ignoredFolders.has(path.basename(name)) || path.basename(name).startsWith('.'),
  }).toSorted();
  const texts = files.map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }));
  const listFiles = (pattern: RegExp) => texts.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
  const [tests, generators] = [listFiles(vitestImportPattern), listFiles(generatorFunctionPattern)];
  const kinds = [
    ...(tests.length === 0 ? [] : [`tests in Vitest (${abbreviateNameList(tests)})`]),
    ...(generators.length === 0 ? [] : [`generated cases (${abbreviateNameList(generators)})`]),
  ];
  return kinds.length === 0 ? undefined : kinds.join(' and ');
}
