import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { WorkspaceConfig } from '../../contract/index.ts';
import { listTextsInValue } from '../../values/index.ts';

/** If the file of an agent is larger than this, the agent is assumed to read its metadata. */
const MAX_BYTES = 1024 ** 2;

/**
 * Returns whether an agent may read metadata. False only if no entry of the config, and no file that the entries name,
 * mentions metadata. Agents outside of the config are assumed to read it, because their prompts and hooks may.
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
