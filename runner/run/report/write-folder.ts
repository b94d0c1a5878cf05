import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { FOLDER_MARK } from '../../reporters/html/folder-page.ts';
import type { FolderFile } from '../../reporters/html/report-folder.ts';
import { UsageError } from '../usage-error.ts';
import { openOutputFile } from './output-target.ts';

/**
 * Writes a folder atomically: writes a temporary folder next to it, then renames it. Replaces an existing report
 * folder.
 * @throws if something else exists at this path
 */
export function writeFolder(folder: string, files: Iterable<FolderFile>): void {
  if (!canReplaceFolder(folder))
    throw new UsageError(`--output ${folder}: this folder contains other files; name a new one`);
  const [temporaryFolder, oldFolder] = [`${folder}.${process.pid}.tmp`, `${folder}.${process.pid}.old`];
  try {
    for (const { file, pieces } of files) {
      const stream = openOutputFile(path.join(temporaryFolder, file));
      for (const chunk of pieces) stream.write(chunk);
      stream.close();
    }
    if (existsSync(folder)) renameSync(folder, oldFolder);
    renameSync(temporaryFolder, folder);
  } catch (error) {
    if (existsSync(oldFolder) && !existsSync(folder)) renameSync(oldFolder, folder);
    throw error;
  } finally {
    for (const leftoverFolder of [temporaryFolder, oldFolder]) rmSync(leftoverFolder, { recursive: true, force: true });
  }
}

/** Only a missing path, an empty folder or an earlier report may be replaced. */
function canReplaceFolder(folder: string): boolean {
  mkdirSync(path.dirname(folder), { recursive: true });
  if (!existsSync(folder) || readdirSync(folder).length === 0) return true;
  const index = path.join(folder, 'index.html');
  return existsSync(index) && readFileSync(index, 'utf8').includes(FOLDER_MARK);
}
