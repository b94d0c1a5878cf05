import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns the declaration files that can be reached from the given ones through imports, as paths. */
export function reachableTypes(entries) {
  const reached = new Set();
  const open = [...entries];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [, target = ''] of text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g))
      open.push(declarationOf(file, target));
    for (const [, target = ''] of text.matchAll(/<reference path="([^"]+)"/g))
      open.push(path.resolve(path.dirname(file), target));
  }
  return reached;
}

function declarationOf(file, target) {
  const filePath = path.resolve(path.dirname(file), target);
  const candidates = [
    filePath.replace(/\.([cm]?)[jt]s$/, '.d.$1ts'),
    `${filePath}.d.ts`,
    path.join(filePath, 'index.d.ts'),
  ];
  const declaration = candidates.find((each) => /\.d\.[cm]?ts$/.test(each) && existsSync(each));
  if (declaration === undefined) throw new Error(`${file} imports ${target}, which has no declarations`);
  return declaration;
}
