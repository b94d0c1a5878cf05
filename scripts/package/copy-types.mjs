import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { reachableTypes } from './reachable-types.mjs';

const entries = ['api', 'vitest'];

/**
 * Copies the declarations that are reachable from the exports of the package, and those of zod, to which they refer, so
 * that nobody has to install zod. `types` has the built declarations of `root`, and `app` receives them.
 */
export function copyTypes({ root, types, app }) {
  const zod = path.join(root, 'node_modules', 'zod');
  for (const file of ownTypes(types)) copyUnindented(file, path.join(app, 'dist', 'types', path.relative(types, file)));
  for (const file of [
    ...reachableTypes([path.join(zod, JSON.parse(readFileSync(path.join(zod, 'package.json'), 'utf8')).types)]),
    ...['package.json', 'LICENSE'].map((part) => path.join(zod, part)),
  ])
    copyUnindented(file, path.join(app, path.relative(root, file)));
}

/**
 * Copies a declaration file without indentation: types of schemas are nested so deeply that a quarter of their
 * declarations is indentation.
 */
function copyUnindented(file, target) {
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, readFileSync(file, 'utf8').replaceAll(/^ +(?!\*)/gm, ''));
}

/** Returns the declarations of this project that can be reached from the exports. */
export function ownTypes(types) {
  return [...reachableTypes(entries.map((entry) => path.join(types, 'runner', entry, 'index.d.ts')))];
}
