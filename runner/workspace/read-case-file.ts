import { existsSync, statSync } from 'node:fs';
import { type CaseFileText, caseFileText } from './case-file-text.ts';
import { caseFilePlace, pathBelowWorkspace } from './case-files.ts';

/** The version of a file that the caller already has, and its modification time, if known. */
export type KnownCaseFile = { sha256: string; modifiedAt?: number };

/** `same` means that the file still has the known version, `gone` that it no longer exists. */
export type CaseFileAnswer =
  | ({ status: 'text' } & CaseFileText)
  | { status: 'same'; modifiedAt: number }
  | { status: 'gone' };

type CaseFileRequest = { workspace: string; suiteKey: string; known?: KnownCaseFile };

/**
 * Reads a case file. With `known`, a file that has not changed is not read again. Throws if it is not a case file, is
 * a link or is not UTF-8.
 */
export function readCaseFile({ workspace, suiteKey, known }: CaseFileRequest): CaseFileAnswer {
  const named = pathBelowWorkspace(workspace, suiteKey);
  const isGone = named !== undefined && !existsSync(named);
  if (isGone && known !== undefined) return { status: 'gone' };
  const file = caseFilePlace(workspace, suiteKey);
  const modifiedAt = statSync(file).mtimeMs;
  if (modifiedAt === known?.modifiedAt) return { status: 'same', modifiedAt };
  const fileText = caseFileText(file, suiteKey);
  if (fileText.sha256 === known?.sha256) return { status: 'same', modifiedAt: fileText.modifiedAt };
  return { status: 'text', ...fileText };
}

/** The size of a case file in bytes, without reading the file. Throws if it is not a case file. */
export function caseFileSize(workspace: string, suiteKey: string): number {
  return statSync(caseFilePlace(workspace, suiteKey)).size;
}
