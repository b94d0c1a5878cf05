import { existsSync, statSync } from 'node:fs';
import { type CaseFileText, readCaseFileText } from './case-file-text.ts';
import { resolveCaseFilePath, resolvePathBelowWorkspace } from './case-files.ts';

/** The version of a file that the caller already has, and its modification time, if known. */
export type CallerCaseFileVersion = { sha256: string; modifiedAt?: number };

/** `same` means that the file still has the known version, `gone` that it no longer exists. */
export type CaseFileReadResult =
  | ({ status: 'text' } & CaseFileText)
  | { status: 'same'; modifiedAt: number }
  | { status: 'gone' };

type CaseFileRequest = { workspace: string; suiteKey: string; known?: CallerCaseFileVersion };

/**
 * Reads a case file. With `known`, a file that has not changed is not read again. Throws if it is not a case file, is
 * a link or is not UTF-8.
 */
export function readCaseFile({ workspace, suiteKey, known }: CaseFileRequest): CaseFileReadResult {
  const named = resolvePathBelowWorkspace(workspace, suiteKey);
  const isGone = named !== undefined && !existsSync(named);
  if (isGone && known !== undefined) return { status: 'gone' };
  const file = resolveCaseFilePath(workspace, suiteKey);
  const modifiedAt = statSync(file).mtimeMs;
  if (modifiedAt === known?.modifiedAt) return { status: 'same', modifiedAt };
  const fileText = readCaseFileText(file, suiteKey);
  if (fileText.sha256 === known?.sha256) return { status: 'same', modifiedAt: fileText.modifiedAt };
  return { status: 'text', ...fileText };
}

/**
 * Returns the size of a case file in bytes, without reading the file. Throws if the path is not that of a case file.
 */
export function getCaseFileSize(workspace: string, suiteKey: string): number {
  return statSync(resolveCaseFilePath(workspace, suiteKey)).size;
}
