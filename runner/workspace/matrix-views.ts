import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type MatrixView, matrixViewSchema } from '../contract/index.ts';
import { AppError } from '../host/errors.ts';
import { computeSha256 } from './case-file-text.ts';
import { isWorkspaceFile, resolvePathBelowWorkspace } from './case-files.ts';
import { explainFileError, requireWritable } from './explain-file-error.ts';
import { replaceFile } from './replace-file.ts';
import { describeWorkspaceJsonFileError, parseWorkspaceJsonFile } from './workspace-json-file.ts';

/** A view of the workspace by its name; `problem` names the line that makes its file unreadable. */
export type StoredMatrixView = { name: string } & ({ view: MatrixView; sha256: string } | { problem: string });

const VIEWS_FOLDER = 'views';
const MAX_BYTES = 100_000;
const MAX_VIEWS = 500;

/** Reads all views of a workspace, by name. */
export function listMatrixViews(workspace: string): StoredMatrixView[] {
  const folder = path.join(workspace, VIEWS_FOLDER);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json') && isWorkspaceFile(workspace, `${VIEWS_FOLDER}/${file}`))
    .toSorted()
    .slice(0, MAX_VIEWS)
    .map((file) => ({ name: path.basename(file, '.json'), ...readMatrixView(workspace, `${VIEWS_FOLDER}/${file}`) }));
}

type SaveViewRequest = {
  workspace: string;
  name: string;
  view: MatrixView;
  /** The hash of the version that this save replaces; null for a new view. */
  base: string | null;
};

/**
 * Writes a view. Throws if its file is not the one that the page has read: if it is broken, of another version, or was
 * edited in the meantime.
 */
export async function saveMatrixView({ workspace, name, view, base }: SaveViewRequest): Promise<{ sha256: string }> {
  const key = `${VIEWS_FOLDER}/${name}.json`;
  const file = isAllowedViewName(name) ? resolvePathBelowWorkspace(workspace, key) : undefined;
  if (file === undefined) throw createBadViewNameError(name);
  const after = Buffer.from(`${JSON.stringify(view, null, 2)}\n`);
  try {
    const before = existsSync(file) ? readFileSync(file) : undefined;
    if (before !== undefined) requireUnchangedView(workspace, key, { before, base, after });
    mkdirSync(path.dirname(file), { recursive: true });
    if ((await replaceFile({ file, before, after })) === 'changed') throw createEditedMeanwhileError(key, '');
  } catch (error) {
    throw explainFileError(error, key);
  }
  return { sha256: computeSha256(after) };
}

type ContentReplacement = { before: Buffer; base: string | null; after: Buffer };

function requireUnchangedView(workspace: string, key: string, { before, base, after }: ContentReplacement): void {
  const storedView = readMatrixView(workspace, key);
  if ('problem' in storedView) throw new AppError('invalid_request', storedView.problem, ['Nothing was written.']);
  if (base === null) {
    throw new AppError('invalid_request', `${key} already exists. Choose another name, or open that view.`);
  }
  if (storedView.sha256 !== base) throw createEditedMeanwhileError(key, `:${findFirstDifferentLine(before, after)}`);
  requireWritable(path.join(workspace, key), key);
}

function findFirstDifferentLine(before: Buffer, after: Buffer): number {
  const lines = after.toString().split('\n');
  return (
    before
      .toString()
      .split('\n')
      .findIndex((line, index) => line !== lines[index]) + 1
  );
}

function createEditedMeanwhileError(key: string, line: string): AppError {
  return new AppError('invalid_request', `${key}${line} was edited meanwhile. Nothing was written.`, [
    'Open the view again, then save it.',
  ]);
}

function readMatrixView(workspace: string, key: string): { view: MatrixView; sha256: string } | { problem: string } {
  if (!isWorkspaceFile(workspace, key)) return { problem: `${key} is a link or not a file.` };
  const bytes = readFileSync(path.join(workspace, key));
  if (bytes.length > MAX_BYTES) return { problem: `${key} is larger than ${MAX_BYTES / 1_000} KB.` };
  try {
    const view = parseWorkspaceJsonFile(matrixViewSchema, { file: key, text: bytes.toString('utf8'), comments: false });
    return { view, sha256: computeSha256(bytes) };
  } catch (error) {
    return { problem: describeWorkspaceJsonFileError(error) };
  }
}

/** True for names that every file system can store as the name of a file. */
function isAllowedViewName(name: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}\p{M} ._-]{0,79}$/u.test(name) && name === name.trim();
}

function createBadViewNameError(name: string): AppError {
  return new AppError('invalid_request', `${JSON.stringify(name)} cannot be the name of a view.`, [
    'Use letters, digits, spaces, dots, hyphens and underscores; at most 80 characters.',
  ]);
}
