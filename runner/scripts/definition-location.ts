import { readFileSync } from 'node:fs';
import escapeStringRegexp from 'escape-string-regexp';
import { toRelativePath } from './relative-path.ts';

/** Returns the position of a user's function, `src/env_test.ts:3`; the file alone if its line is unknown. */
export function findDefinitionLocation(
  { file, functionName }: { file: string; functionName: string },
  root: string,
): string {
  const name = escapeStringRegexp(functionName);
  const definition =
    functionName === 'default'
      ? /^\s*export\s+default\b/
      : new RegExp(
          `\\bfunction\\s*\\*?\\s*${name}\\b|(?<![\\w$.])['"]?${name}['"]?\\s*(?:=(?!=)|:|\\([^)]*\\)\\s*\\{)`,
        );
  const index = readFileLines(file).findIndex((line) => definition.test(line));
  const relative = toRelativePath(root, file);
  return index === -1 ? relative : `${relative}:${index + 1}`;
}

function readFileLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    // The file was deleted after it was bundled, so the line is unknown.
    return [];
  }
}
