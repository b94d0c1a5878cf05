import { statSync } from 'node:fs';
import { AppError } from '../errors.ts';
import { type CaseFileText, caseFileText } from './case-file-text.ts';
import { isCaseFileOf, placeBelow } from './case-files.ts';

/** The version of a file that the caller already has, and its time, if known. */
export type KnownCaseFile = { sha256: string; modifiedAt?: number };

/** `same` when the file is still what is known of it, `gone` when it is no longer there. */
export type CaseFileAnswer =
  | ({ status: 'text' } & CaseFileText)
  | { status: 'same'; modifiedAt: number }
  | { status: 'gone' };

type Wanted = { workspace: string; suiteKey: string; known?: KnownCaseFile };

/**
 * The text of a case file of the workspace. Asked with what is `known`, a file that nobody touched is not read again.
 * Throws for what is not a case file, is a link or is not UTF-8 text.
 */
export function readCaseFile({ workspace, suiteKey, known }: Wanted): CaseFileAnswer {
  const file = placeBelow(workspace, suiteKey);
  const facts = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
  if (file === undefined || (facts === undefined && known === undefined)) throw noCaseFile(suiteKey);
  if (facts === undefined) return { status: 'gone' };
  if (!isCaseFileOf(workspace, suiteKey)) throw noCaseFile(suiteKey);
  if (facts.mtimeMs === known?.modifiedAt) return { status: 'same', modifiedAt: facts.mtimeMs };
  const found = caseFileText(file, suiteKey);
  if (found.sha256 === known?.sha256) return { status: 'same', modifiedAt: found.modifiedAt };
  return { status: 'text', ...found };
}

/** In bytes, without reading it. Throws for what is not a case file. */
export function caseFileSize(workspace: string, suiteKey: string): number {
  const file = placeBelow(workspace, suiteKey);
  const facts = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
  if (facts === undefined || !isCaseFileOf(workspace, suiteKey)) throw noCaseFile(suiteKey);
  return facts.size;
}

function noCaseFile(suiteKey: string): AppError {
  return new AppError('not_found', `${suiteKey} is not a case file of this workspace.`);
}
