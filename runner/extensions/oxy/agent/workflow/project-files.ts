import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readBounded } from '../../../../host/bounded-file.ts';
import { AgentError } from '../../../../ports/index.ts';
import { isInsideFolder, isOutsideFolder } from '../../../../scripts/folder-containment.ts';
import { toErrorMessage } from '../../../../values/index.ts';

export function readProjectFile(project: string, file: string): string {
  const absolute = path.resolve(project, file);
  if (isOutsideFolder(project, absolute)) throw new AgentError(`${file} lies outside of the project`, 'configuration');
  try {
    return readBounded(absolute, { name: file });
  } catch (error) {
    throw new AgentError(`${file} cannot be read: ${toErrorMessage(error)}`, 'configuration');
  }
}

/**
 * Writes a file of the project, and creates its folders. An existing file is replaced. Throws if a symbolic link leads
 * outside of the project.
 */
export function writeProjectFile(project: string, file: string, text: string): void {
  const absolute = path.resolve(project, file);
  if (!isInsideFolder(project, absolute)) {
    const advice = 'write a path that begins at the folder of config.yml';
    throw new AgentError(`cannot export to ${file}: it lies outside of the project; ${advice}`, 'configuration');
  }
  try {
    mkdirSync(path.dirname(absolute), { recursive: true });
    writeFileSync(absolute, text);
  } catch (error) {
    throw new AgentError(`cannot export to ${file}: ${toErrorMessage(error)}`, 'configuration');
  }
}
