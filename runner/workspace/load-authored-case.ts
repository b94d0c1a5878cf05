import path from 'node:path';
import { AppError } from '../host/errors.ts';
import { InputError } from '../inputs/problem.ts';
import type { JsonObject } from '../values/index.ts';
import { isWorkspaceCaseFile } from './case-files.ts';
import { loadCaseFile, toAuthoredCase } from './workspace-readers.ts';

/** Returns a case of a file in the form in which people write it. Throws if the case no longer exists. */
export async function loadAuthoredCase(
  workspace: string,
  { suiteKey, caseId }: { suiteKey: string; caseId: string },
): Promise<JsonObject> {
  if (!isWorkspaceCaseFile(workspace, suiteKey))
    throw new AppError('invalid_request', `${suiteKey} is no longer a case file.`);
  const { cases } = await loadCaseFile(path.join(workspace, suiteKey), suiteKey, workspace).catch((error: unknown) => {
    if (!(error instanceof InputError)) throw error;
    throw new AppError('invalid_request', `Fix the problems of ${suiteKey} first.`, [error.message]);
  });
  const match = cases.find(({ id }) => id === caseId);
  if (match !== undefined) return toAuthoredCase(match);
  throw new AppError('invalid_request', `${suiteKey} has no case "${caseId}" any more.`);
}
