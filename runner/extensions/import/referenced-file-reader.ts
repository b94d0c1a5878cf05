import { globSync, statSync } from 'node:fs';
import path from 'node:path';
import { documentByteLimit, readBounded } from '../../host/bounded-file.ts';
import { isInsideFolder } from '../../scripts/folder-containment.ts';
import type { ReadReferencedFiles, ReferencedFile } from './readers/import-source.ts';

/** The maximum number of files for a pattern. A pattern that matches more is probably wrong. */
const MAX_FILES = 1_000;

/**
 * Creates a reader for files to which another file refers. They must be in or below its folder, also after symbolic
 * links are resolved.
 */
export function createReferencedFileReader({ file, cwd }: { file: string; cwd: string }): ReadReferencedFiles {
  const folder = path.dirname(path.resolve(cwd, file));
  const folderOfFile = path.dirname(file);
  return (name) => {
    const requestedPath = path.resolve(folder, name);
    if (!isInsideFolder(folder, requestedPath.replace(/[*?[{].*/s, ''))) {
      return { ok: false, why: `the file is not in the folder of ${file}` };
    }
    const names = findFiles(name, folder);
    if (names.length === 0) return { ok: false, why: `there is no file ${path.join(folderOfFile, name)}` };
    if (names.length > MAX_FILES) return { ok: false, why: `the pattern matches more than ${MAX_FILES} files` };
    const files: ReferencedFile[] = [];
    for (const each of names) {
      const filePath = path.resolve(folder, each);
      const displayPath = path.join(folderOfFile, each);
      if (!isInsideFolder(folder, filePath))
        return { ok: false, why: `${displayPath} is not in the folder of ${file}` };
      files.push({ file: displayPath, text: readBounded(filePath, { most: documentByteLimit, name: displayPath }) });
    }
    return { ok: true, files };
  };
}

function findFiles(name: string, folder: string): string[] {
  const isFileInFolder = (each: string) =>
    statSync(path.resolve(folder, each), { throwIfNoEntry: false })?.isFile() === true;
  if (isFileInFolder(name)) return [name];
  if (!/[*?[{]/.test(name)) return [];
  return globSync(name, { cwd: folder }).filter(isFileInFolder).toSorted();
}
