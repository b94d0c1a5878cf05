import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import escapeStringRegexp from 'escape-string-regexp';
import { isAlive, readProcessToken } from '../host/process-identity.ts';

type ReplaceFileRequest = {
  file: string;
  /** The content that the file must still have; undefined if the file must not exist. */
  before: Buffer | undefined;
  after: Buffer;
};

/** The two system calls that move a file to its final name. */
type MoveFileCalls = { link(from: string, to: string): void; rename(from: string, to: string): void };

const NEW_FILE_MODE = 0o644;
const systemMoves: MoveFileCalls = { link: linkSync, rename: renameSync };

/**
 * Replaces a file atomically, by writing a temporary file and moving it. After a crash or power cut, and at every
 * moment for readers, the file has either the old or the new content. Returns `changed` if the file does not have the
 * expected content. The content that another program has written is then kept, even if it was written at the moment of
 * the move.
 */
export async function replaceFile(
  { file, before, after }: ReplaceFileRequest,
  moves: MoveFileCalls = systemMoves,
): Promise<'replaced' | 'changed'> {
  const mode = before === undefined ? NEW_FILE_MODE : lstatSync(file, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) return 'changed';
  removeTemporaryFiles(file);
  const temporaryFile = createTemporaryFileName(file);
  try {
    const fileHandle = await open(temporaryFile, 'wx', mode);
    try {
      await fileHandle.writeFile(after);
      await fileHandle.chmod(mode & 0o777);
      await fileHandle.sync();
    } finally {
      await fileHandle.close();
    }
    // From here on the code is synchronous, so that no other code of this process can run in between.
    return before === undefined
      ? moveToFreeName(temporaryFile, file, moves)
      : moveOverFile({ temporaryFile, file, before, after }, moves);
  } finally {
    rmSync(temporaryFile, { force: true });
  }
}

/**
 * The system creates a hard link only if the name is free. A check followed by a move would leave a gap in which
 * another process could create the file.
 */
function moveToFreeName(temporaryFile: string, file: string, { link, rename }: MoveFileCalls): 'replaced' | 'changed' {
  try {
    link(temporaryFile, file);
  } catch {
    // A dangling link counts as an existing file.
    if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) return 'changed';
    // On file systems without hard links, the file is moved after a check that the name is free.
    rename(temporaryFile, file);
  }
  return 'replaced';
}

type FileMove = { temporaryFile: string; file: string; before: Buffer; after: Buffer };

/**
 * The old file keeps a second name for a moment, so that a change by another program just before the move is noticed
 * and restored. On file systems without hard links, only the check before the move protects against such a change.
 */
function moveOverFile(
  { temporaryFile, file, before, after }: FileMove,
  { link, rename }: MoveFileCalls,
): 'replaced' | 'changed' {
  const backup = createTemporaryFileName(file);
  const isKept = tryCreateHardLink(file, backup, link);
  try {
    if (!hasContent(file, before) || (isKept && !isSameFile(file, backup))) return 'changed';
    rename(temporaryFile, file);
    if (!isKept || hasContent(backup, before)) return 'replaced';
    rename(backup, hasContent(file, after) ? file : `${file}.replaced-${randomUUID()}`);
    return 'changed';
  } finally {
    rmSync(backup, { force: true });
  }
}

function tryCreateHardLink(file: string, target: string, link: MoveFileCalls['link']): boolean {
  try {
    link(file, target);
    return true;
  } catch {
    return false;
  }
}

function isSameFile(left: string, right: string): boolean {
  const options = { bigint: true, throwIfNoEntry: false } as const;
  const [leftStat, rightStat] = [lstatSync(left, options), lstatSync(right, options)];
  return leftStat !== undefined && leftStat.ino === rightStat?.ino && leftStat.dev === rightStat.dev;
}

function hasContent(file: string, expected: Buffer): boolean {
  return existsSync(file) && readFileSync(file).equals(expected);
}

function createTemporaryFileName(file: string): string {
  return `${file}.${process.pid}-${readProcessToken(process.pid)}-${randomUUID()}.tmp`;
}

/** Removes temporary files that were left by processes which were killed while they replaced the file. */
function removeTemporaryFiles(file: string): void {
  const folder = path.dirname(file);
  const pattern = new RegExp(`^${escapeStringRegexp(path.basename(file))}\\.(\\d+)-(\\d*)-[0-9a-f-]{36}\\.tmp$`);
  for (const name of readdirSync(folder)) {
    const [, pid, token = ''] = pattern.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid), token)) rmSync(path.join(folder, name), { force: true });
  }
}
