import { readFileSync, statSync } from 'node:fs';
import { AppError } from '../host/errors.ts';
import { type CaseFileText, computeSha256, readCaseFileText } from './case-file-text.ts';
import { isWorkspaceCaseFile, resolvePathBelowWorkspace } from './case-files.ts';
import { explainFileError, requireWritable } from './explain-file-error.ts';
import { replaceFile } from './replace-file.ts';

/** The result of a save. With `changed`, nothing was written, and the result has the version that is now on disk. */
export type SaveResult =
  | { status: 'saved'; sha256: string }
  | { status: 'changed'; file: CaseFileText }
  | { status: 'gone' };

type SaveCaseFileRequest = {
  workspace: string;
  suiteKey: string;
  text: string;
  /** The hash of the content that the edit started from. */
  base: string;
};

/** Writes a case file (`.jsonl`), unless it has changed on disk since the edit started. */
export async function saveCaseFile(save: SaveCaseFileRequest): Promise<SaveResult> {
  try {
    return await overwriteCaseFile(save);
  } catch (error) {
    throw explainFileError(error, save.suiteKey);
  }
}

async function overwriteCaseFile({ workspace, suiteKey, text, base }: SaveCaseFileRequest): Promise<SaveResult> {
  const file = resolvePathBelowWorkspace(workspace, suiteKey);
  if (file === undefined || !suiteKey.endsWith('.jsonl')) throw createNotWritableError(suiteKey);
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return { status: 'gone' };
  if (!isWorkspaceCaseFile(workspace, suiteKey)) throw createNotWritableError(suiteKey);
  const before = readFileSync(file);
  if (computeSha256(before) !== base) return { status: 'changed', file: readCaseFileText(file, suiteKey) };
  requireWritable(file, suiteKey);
  const after = Buffer.from(text);
  const outcome = await replaceFile({ file, before, after });
  if (outcome === 'changed') return overwriteCaseFile({ workspace, suiteKey, text, base });
  return { status: 'saved', sha256: computeSha256(after) };
}

function createNotWritableError(suiteKey: string): AppError {
  return new AppError('invalid_request', `${suiteKey} is not a case file (.jsonl) of this workspace.`, [
    'Links and other kinds of files are not written to.',
  ]);
}
