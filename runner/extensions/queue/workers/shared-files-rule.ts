import { createAttachmentRule } from '../../../scripts/attachment-folders.ts';
import { relativePath } from '../../../scripts/relative-path.ts';
import type { FileDigests } from '../exchange/index.ts';

type SharedFiles = { root: string; folders: readonly string[] | undefined; files: FileDigests };

/**
 * Returns why a worker must not send a file to an agent: in addition to the usual rule, it must be one of the files
 * whose digests the run compared. Someone who can write to a queue must not be able to read other files.
 */
export function createSharedFilesRule({ root, folders, files }: SharedFiles): (file: string) => string | undefined {
  const ruleOfRuns = createAttachmentRule(root, folders);
  return (file) => {
    const refusal = ruleOfRuns(file);
    if (refusal !== undefined) return refusal;
    return Object.hasOwn(files, relativePath(root, file)) ? undefined : NOT_SHARED;
  };
}

const NOT_SHARED = 'it is not one of the files that the run and its workers have compared';
