import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { readEnvironment } from '../../runner/host/env.ts';
import { AppError } from '../../runner/host/errors.ts';
import { toErrorMessage } from '../../runner/values/index.ts';
import { type RunnerCommandResult, runHistoryCommand } from './run-history-command.ts';

/** What an uploaded file contains: runs of another history database, conversations, or traces. */
export type ImportedContentKind = 'history' | 'transcripts' | 'traces';

const ABANDONED_UPLOAD_AGE_MS = 86_400_000;

/**
 * Creates an empty file next to the history database for an upload in chunks. Returns a name that identifies the
 * upload.
 */
export function beginUpload(): string {
  const folder = getUploadFolder();
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (Date.now() - statSync(file).mtimeMs > ABANDONED_UPLOAD_AGE_MS) rmSync(file, { force: true, recursive: true });
  }
  const upload = randomUUID();
  closeSync(openSync(getUploadPath(upload), 'wx'));
  return upload;
}

/** Appends a chunk to an upload. If `offset` is not the end of the file, throws and does not change the file. */
export function addToUpload({ upload, offset, data }: { upload: string; offset: number; data: Buffer }): void {
  const file = requireUpload(upload);
  const fileDescriptor = openSync(file, 'a');
  try {
    const has = fstatSync(fileDescriptor).size;
    if (has !== offset)
      throw new AppError(
        'invalid_request',
        `The upload is out of sequence: the next chunk must begin at byte ${has}, not at ${offset}.`,
      );
    writeSync(fileDescriptor, data);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('invalid_request', `The file could not be stored: ${toErrorMessage(error)}`);
  } finally {
    closeSync(fileDescriptor);
  }
}

type UploadedFile = {
  what?: ImportedContentKind | undefined;
  /** The name of the file on the user's machine; the suite of imported conversations is named after it. */
  name?: string | undefined;
};

/** Imports an uploaded file. Deletes the file afterwards, also if the import fails. */
export async function importUpload(
  upload: string,
  { what = 'history', name = '' }: UploadedFile = {},
): Promise<RunnerCommandResult> {
  const uploaded = requireUpload(upload);
  const folder = mkdtempSync(path.join(getUploadFolder(), 'import-'));
  const file = path.join(folder, sanitizeFileName(name));
  try {
    renameSync(uploaded, file);
    const { ok, lines } = await runHistoryCommand(
      what === 'history' ? ['history', 'import', file] : ['import', what, file],
    );
    return { ok, lines: lines.map((line) => line.replaceAll(file, 'the file')) };
  } finally {
    rmSync(folder, { force: true, recursive: true });
  }
}

/**
 * Converts a text to a file name without separators, control characters and leading dots that is short enough for every
 * file system.
 */
function sanitizeFileName(name: string): string {
  const plainName = name.replaceAll(/[^\p{L}\p{N} ._()-]/gu, '_').replace(/^\.+/, '');
  return plainName.trim() === '' ? 'conversations' : plainName.slice(-60);
}

function requireUpload(upload: string): string {
  const file = getUploadPath(upload);
  if (existsSync(/* turbopackIgnore: true */ file)) return file;
  throw new AppError('not_found', 'This upload has already ended.', ['Choose the file again.']);
}

/**
 * Returns the path of an upload. `upload` is a UUID and contains no path separators, so no other file can be reached.
 */
function getUploadPath(upload: string): string {
  return path.join(getUploadFolder(), `${upload}.upload`);
}

function getUploadFolder(): string {
  return path.join(/* turbopackIgnore: true */ path.dirname(readEnvironment().databaseFile), 'uploads');
}
