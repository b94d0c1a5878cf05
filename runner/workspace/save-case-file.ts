import { readFileSync, statSync } from 'node:fs';
import { AppError } from '../host/errors.ts';
import { type CaseFileText, caseFileText, sha256Of } from './case-file-text.ts';
import { isWorkspaceCaseFile, pathBelowWorkspace } from './case-files.ts';
import { explainFileError, refuseWriteProtected } from './explain-file-error.ts';
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
    return await saveOverExisting(save);
  } catch (error) {
    throw explainFileError(error, save.suiteKey);
  }
}

async function saveOverExisting({ workspace, suiteKey, text, base }: SaveCaseFileRequest): Promise<SaveResult> {
  const file = pathBelowWorkspace(workspace, suiteKey);
  if (file === undefined || !suiteKey.endsWith('.jsonl')) throw notWrittenAnswer(suiteKey);
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return { status: 'gone' };
  if (!isWorkspaceCaseFile(workspace, suiteKey)) throw notWrittenAnswer(suiteKey);
  const before = readFileSync(file);
  if (sha256Of(before) !== base) return { status: 'changed', file: caseFileText(file, suiteKey) };
  refuseWriteProtected(file, suiteKey);
  const after = Buffer.from(text);
  const outcome = await replaceFile({ file, before, after });
  if (outcome === 'changed') return saveOverExisting({ workspace, suiteKey, text, base });
  return { status: 'saved', sha256: sha256Of(after) };
}

function notWrittenAnswer(suiteKey: string): AppError {
  return new AppError('invalid_request', `${suiteKey} is not a case file (.jsonl) of this workspace.`, [
    'Links and other kinds of files are not written to.',
  ]);
}
