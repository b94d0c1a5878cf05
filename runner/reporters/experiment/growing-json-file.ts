import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

const WRITE_AFTER_MS = 100;
/**
 * After a write, the next one waits for this many times the duration of the write, so that writing takes at most about
 * a twentieth of the run's time, even for a long list.
 */
const WRITE_PAUSE_FACTOR = 20;
const COPY_CHUNK_BYTES = 1024 * 1024;

export type GrowingJsonFile = {
  addItem(item: object): void;
  /** Completes the document with the text that follows the list. Throws if something could not be written before. */
  completeFile(rest: object): void;
};

/**
 * A new JSON file that ends with a growing list. The file is complete JSON at every moment, even after the process is
 * killed: the content is kept in an unnamed scratch file, and a copy with closing brackets atomically replaces the
 * previous file. Throws if the file exists or cannot be created.
 */
export function createGrowingJsonFile(file: string, start: object, list: string): GrowingJsonFile {
  mkdirSync(path.dirname(file), { recursive: true });
  if (existsSync(file)) throw new Error(`EEXIST: ${file} exists already`);
  const scratch = openTemporaryFile(getHiddenPartPath(file));
  const { head, foot } = splitJsonAroundList(start, list);
  let size = 0;
  let items = 0;
  let pending = head;
  let notBefore = 0;
  let timer: NodeJS.Timeout | undefined;
  let failure: unknown;

  const writePendingToFile = (end: string): void => {
    clearTimeout(timer);
    timer = undefined;
    const began = performance.now();
    const bytes = Buffer.from(pending);
    writeAll(scratch, bytes, size);
    size += bytes.length;
    pending = '';
    replaceWithCopy(file, { scratch, size, end: Buffer.from(end) });
    const now = performance.now();
    notBefore = now + Math.max(WRITE_AFTER_MS, WRITE_PAUSE_FACTOR * (now - began));
  };
  const buildClosingText = (): string => (items === 0 ? ']' : '\n  ]');
  const tryWritePending = (): void => {
    try {
      writePendingToFile(`${buildClosingText()}${foot}`);
    } catch (error) {
      failure ??= error;
    }
  };
  writePendingToFile(`${buildClosingText()}${foot}`);
  notBefore = 0;
  return {
    addItem(item) {
      pending += `${items === 0 ? '' : ','}\n    ${indentJson(item, '    ')}`;
      items += 1;
      const wait = notBefore - performance.now();
      if (wait <= 0) tryWritePending();
      else timer ??= setTimeout(tryWritePending, wait);
    },
    completeFile(rest) {
      try {
        const more = indentJson(rest, '').slice(1);
        writePendingToFile(`${buildClosingText()}${more === '}' ? '\n}' : `,${more}`}\n`);
      } finally {
        closeSync(scratch);
      }
      if (failure !== undefined) throw failure;
    },
  };
}

/** The name of the scratch file starts with a dot, so that nobody takes the file for a result. */
function getHiddenPartPath(file: string): string {
  return path.join(path.dirname(file), `.${path.basename(file)}.part`);
}

/** The scratch file is unlinked immediately, so that it disappears with the process, however the process ends. */
function openTemporaryFile(file: string): number {
  const descriptor = openSync(file, 'wx+');
  rmSync(file);
  return descriptor;
}

type ScratchFileCopy = { scratch: number; size: number; end: Uint8Array };

function replaceWithCopy(file: string, { scratch, size, end }: ScratchFileCopy): void {
  const next = getHiddenPartPath(file);
  const descriptor = openSync(next, 'w');
  try {
    const chunk = Buffer.alloc(Math.min(COPY_CHUNK_BYTES, size));
    for (let offset = 0; offset < size; ) {
      const bytesRead = readSync(scratch, chunk, 0, Math.min(chunk.length, size - offset), offset);
      writeAll(descriptor, chunk.subarray(0, bytesRead), offset);
      offset += bytesRead;
    }
    writeAll(descriptor, end, size);
  } finally {
    closeSync(descriptor);
  }
  renameSync(next, file);
}

function splitJsonAroundList(start: object, list: string): { head: string; foot: string } {
  const text = indentJson({ ...start, [list]: [] }, '');
  return { head: text.slice(0, -']\n}'.length), foot: '\n}\n' };
}

function indentJson(value: object, by: string): string {
  return JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${by}`);
}

/**
 * On a full disk, a write may store only a part of the bytes before a later write fails, so this writes until all are
 * stored.
 */
function writeAll(descriptor: number, bytes: Uint8Array, offset: number): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(descriptor, bytes, written, bytes.length - written, offset + written);
  }
}
