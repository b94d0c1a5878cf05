import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { WorkspaceConfig } from '../../contract/index.ts';
import { listTextsInValue } from '../../values/index.ts';

/** An agent in a larger file is assumed to read its metadata. */
const MAX_BYTES = 1024 ** 2;

/**
 * True unless no entry of the config, and none of the files that the entries name, mentions metadata. Agents outside
 * the config are assumed to read it, because their prompts and hooks may.
 */
export function mayUseMetadata({ agents }: Pick<WorkspaceConfig, 'agents'>, root: string): boolean {
  const entries = Object.values(agents);
  return (
    entries.length === 0 ||
    listTextsInValue(entries).some(
      (text) => text.includes('metadata') || fileMentionsMetadata(path.resolve(root, text)),
    )
  );
}

function fileMentionsMetadata(file: string): boolean {
  const size = existsSync(file) ? statSync(file) : undefined;
  if (size?.isFile() !== true) return false;
  return size.size > MAX_BYTES || readFileSync(file, 'utf8').includes('metadata');
}
