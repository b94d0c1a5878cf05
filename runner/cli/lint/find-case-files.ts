import { statSync } from 'node:fs';
import path from 'node:path';
import { caseFilesBelow } from '../../../lib/workspace/case-files.ts';
import { UsageError } from '../flags.ts';

/** The case files that paths mean, each once: files themselves, of folders everything below. Throws when there are none. */
export function findCaseFiles(paths: readonly string[], cwd: string): string[] {
  return [...new Set(paths.flatMap((place) => filesOf(place, cwd)))];
}

function filesOf(place: string, cwd: string): string[] {
  const file = path.resolve(cwd, place);
  const entry = statSync(file, { throwIfNoEntry: false });
  if (entry === undefined) throw new UsageError(`${place} does not exist`, [`looked for ${file}`]);
  if (entry.isDirectory()) return below(file);
  if (/\.jsonl?$/i.test(file)) return [file];
  throw new UsageError(`${place} is not a case file; name one that ends in .jsonl, or a folder`);
}

function below(folder: string): string[] {
  const files = caseFilesBelow(folder).map((key) => path.join(folder, key));
  if (files.length > 0) return files;
  throw new UsageError(`no case files below ${folder}`, ['Case files end in .jsonl; reports (output-*) do not count.']);
}
