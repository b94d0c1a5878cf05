import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A case file, a folder or a glob, relative to the project; or a URL such as `new URL('cases.jsonl', import.meta.url)`. */
export type SuiteInput = string | URL;

export function toPaths(inputs: SuiteInput | readonly SuiteInput[]): string[] {
  const list = typeof inputs === 'string' || inputs instanceof URL ? [inputs] : [...inputs];
  return list.map((input) => (input instanceof URL ? fileURLToPath(input) : input));
}

/** The title of a group of tests: its inputs, relative to the project. */
export function formatSuiteTitle(paths: readonly string[], cwd: string): string {
  return paths.map((input) => (path.isAbsolute(input) ? path.relative(cwd, input) : input)).join(' ');
}
