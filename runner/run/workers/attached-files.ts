import path from 'node:path';
import type { PlannedCase } from '../../contract/index.ts';
import { isJsonObject } from '../../values/index.ts';

const SCHEME = 'file://';

/** The files that messages of cases name as their attachments. */
export function attachedFiles(cases: readonly PlannedCase[]): Set<string> {
  const files = new Set<string>();
  for (const { baseDir, case: testCase } of cases) {
    for (const source of sourcesIn(testCase)) files.add(path.resolve(baseDir, source.slice(SCHEME.length)));
  }
  return files;
}

function* sourcesIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* sourcesIn(item);
  if (!isJsonObject(value)) return;
  for (const [key, member] of Object.entries(value)) {
    if (key === 'source' && typeof member === 'string' && member.startsWith(SCHEME)) yield member;
    else yield* sourcesIn(member);
  }
}
