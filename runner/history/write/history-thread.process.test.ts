import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const dist = path.join(import.meta.dirname, '..', '..', '..', 'dist');

it('the thread that writes loads no schemas: it starts within every run', () => {
  const files = loadedBy(path.join(dist, 'history-thread.mjs'), new Set());
  const bytes = [...files].reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes).toBeGreaterThan(5_000);
  expect(bytes).toBeLessThan(65_000);
});

/** Returns a file of the built program, with all files that it imports at its start. */
function loadedBy(file: string, files: Set<string>): Set<string> {
  if (files.has(file)) return files;
  files.add(file);
  for (const [, source] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*"(\.[^"]+)"/g)) {
    if (source !== undefined) loadedBy(path.join(path.dirname(file), source), files);
  }
  return files;
}
