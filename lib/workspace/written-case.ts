import path from 'node:path';
import { authoredCase, type JsonObject } from '../../runner/contract/index.ts';
import { InputError, loadCaseFile } from '../../runner/index.ts';
import { caseFilesBelow } from './case-files.ts';

/** A case of a case file as it is on disk now; `undefined` when there is none, or the file has problems. */
export async function writtenCase(
  workspace: string,
  suiteKey: string,
  caseId: string,
): Promise<{ hash: string; value: JsonObject } | undefined> {
  if (!caseFilesBelow(workspace).includes(suiteKey)) return undefined;
  try {
    const { cases } = await loadCaseFile(path.join(workspace, suiteKey), suiteKey);
    const found = cases.find(({ id }) => id === caseId);
    return found === undefined ? undefined : { hash: found.hash, value: authoredCase(found) };
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
