import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../host/errors.ts';
import { computeSha256 } from './case-file-text.ts';
import { resolvePathBelowWorkspace } from './case-files.ts';
import { explainFileError } from './explain-file-error.ts';
import { replaceFile } from './replace-file.ts';

type CreateCaseFileRequest = { workspace: string; suiteKey: string; text: string };

/** Creates a new case file and its parent folders. Throws if the name is taken or not allowed for a case file. */
export async function createCaseFile({
  workspace,
  suiteKey,
  text,
}: CreateCaseFileRequest): Promise<{ sha256: string }> {
  const file = resolvePathBelowWorkspace(workspace, suiteKey);
  if (file === undefined || !isAllowedCaseFileName(path.posix.basename(suiteKey)))
    throw createBadFileNameError(suiteKey);
  const folder = path.dirname(file);
  if (isReachedThroughLink(workspace, folder)) {
    throw new AppError(
      'invalid_request',
      `The path ${suiteKey} goes through a link; choose a folder of the workspace.`,
    );
  }
  const after = Buffer.from(text);
  if ((await createFileInNewFolders(file, after, suiteKey)) === 'changed') {
    throw new AppError('invalid_request', `${suiteKey} already exists. Choose another name, or open it.`);
  }
  return { sha256: computeSha256(after) };
}

async function createFileInNewFolders(file: string, after: Buffer, suiteKey: string): Promise<'replaced' | 'changed'> {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    return await replaceFile({ file, before: undefined, after });
  } catch (error) {
    throw explainFileError(error, suiteKey);
  }
}

function isReachedThroughLink(workspace: string, folder: string): boolean {
  let ancestor = folder;
  while (!existsSync(ancestor)) ancestor = path.dirname(ancestor);
  return realpathSync(ancestor) !== path.join(realpathSync(workspace), path.relative(workspace, ancestor));
}

/**
 * True for a name that a new case file may have. Names of reports and recordings are excluded, because the file would
 * not be listed as a case file.
 */
function isAllowedCaseFileName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: file names must not contain control characters
  if (/[<>:"|?*\u0000-\u001f]/.test(name) || name.length > 200) return false;
  return /[^.]\.jsonl$/.test(name) && !name.startsWith('output-') && !name.endsWith('.cassette.jsonl');
}

function createBadFileNameError(suiteKey: string): AppError {
  return new AppError('invalid_request', `${JSON.stringify(suiteKey)} cannot be the name of a case file.`, [
    'Write a path from the workspace that ends in .jsonl, such as tests/refunds.jsonl; no folder begins with a dot.',
  ]);
}
