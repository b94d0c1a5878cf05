import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../host/errors.ts';
import { InputError } from '../inputs/problem.ts';
import type { JsonObject } from '../values/index.ts';
import { listCaseFilesBelow } from './case-files.ts';
import { explainFileError, requireWritable } from './explain-file-error.ts';
import { replaceFile } from './replace-file.ts';
import { loadCaseFile } from './workspace-readers.ts';

/**
 * Appends a case to a case file; the existing content stays byte for byte. Throws if the file does not belong to the
 * workspace, has problems, already contains the case id, or changes meanwhile.
 */
export async function appendCase(workspace: string, suiteKey: string, testCase: JsonObject): Promise<void> {
  if (!suiteKey.endsWith('.jsonl') || !listCaseFilesBelow(workspace).includes(suiteKey)) {
    throw new AppError('invalid_request', `${suiteKey} is not a case file (.jsonl) of this workspace.`);
  }
  const file = path.join(workspace, suiteKey);
  if ((await lstat(file)).isSymbolicLink()) {
    throw new AppError('invalid_request', `${suiteKey} is a link; cases are only written to files of the workspace.`);
  }
  const before = await readFile(file);
  await requireUnusedCaseId({ workspace, file, suiteKey }, String(testCase.id));
  const after = Buffer.concat([before, encodeCaseLine(before, testCase)]);
  requireWritable(file, suiteKey);
  const outcome = await replaceFile({ file, before, after }).catch((error: unknown) => {
    throw explainFileError(error, suiteKey);
  });
  if (outcome === 'replaced') return;
  throw new AppError('invalid_request', `${path.basename(file)} was changed by somebody else. Try again.`);
}

type CaseFileAddress = { workspace: string; file: string; suiteKey: string };

async function requireUnusedCaseId({ workspace, file, suiteKey }: CaseFileAddress, id: string): Promise<void> {
  const { cases } = await loadCaseFile(file, suiteKey, workspace).catch((error: unknown) => {
    if (!(error instanceof InputError)) throw error;
    throw new AppError('invalid_request', `${suiteKey} has problems; fix them first.`, [error.message]);
  });
  if (cases.every((other) => other.id !== id)) return;
  throw new AppError('invalid_request', `${suiteKey} already has a case with the id "${id}".`);
}

function encodeCaseLine(before: Buffer, testCase: JsonObject): Buffer {
  const text = before.toString('utf8');
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const start = text === '' || text.endsWith('\n') ? '' : lineEnd;
  return Buffer.from(`${start}${JSON.stringify(testCase)}${lineEnd}`);
}
