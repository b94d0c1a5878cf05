import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

const WRITE_AFTER_MS = 100;
/**
 * Pauses this many times the duration of a write, so that writing a long list takes at most about a twentieth of the
 * time.
 */
const REST = 20;
const CHUNK = 1024 * 1024;

export type GrowingJsonFile = {
  addItem(item: object): void;
  /** Completes the document with what follows the list. Throws when something could not be written on the way. */
  completeFile(rest: object): void;
};

/**
 * A new JSON file that ends with a growing list. It is complete JSON at every moment, even after the process is
 * killed: the content is kept in an unnamed scratch file, and a copy with closing brackets atomically replaces the
 * previous one. Throws if the file exists or cannot be created.
 */
export function createGrowingJsonFile(file: string, start: object, list: string): GrowingJsonFile {
  mkdirSync(path.dirname(file), { recursive: true });
  if (existsSync(file)) throw new Error(`EEXIST: ${file} exists already`);
  const scratch = openUnlinkedFile(hiddenPartPath(file));
  const { head, foot } = splitJsonAroundList(start, list);
  let size = 0;
  let items = 0;
  let pending = head;
  let notBefore = 0;
  let timer: NodeJS.Timeout | undefined;
  let failure: unknown;

  const publishFile = (end: string): void => {
    clearTimeout(timer);
    timer = undefined;
    const began = performance.now();
    const bytes = Buffer.from(pending);
    writeAll(scratch, bytes, size);
    size += bytes.length;
    pending = '';
    replaceFile(file, { scratch, size, end: Buffer.from(end) });
    const now = performance.now();
    notBefore = now + Math.max(WRITE_AFTER_MS, REST * (now - began));
  };
  const closingText = (): string => (items === 0 ? ']' : '\n  ]');
  const publishQuietly = (): void => {
    try {
      publishFile(`${closingText()}${foot}`);
    } catch (error) {
      failure ??= error;
    }
  };
  publishFile(`${closingText()}${foot}`);
  notBefore = 0;
  return {
    addItem(item) {
      pending += `${items === 0 ? '' : ','}\n    ${indentJson(item, '    ')}`;
      items += 1;
      const wait = notBefore - performance.now();
      if (wait <= 0) publishQuietly();
      else timer ??= setTimeout(publishQuietly, wait);
    },
    completeFile(rest) {
      try {
        const more = indentJson(rest, '').slice(1);
        publishFile(`${closingText()}${more === '}' ? '\n}' : `,${more}`}\n`);
      } finally {
        closeSync(scratch);
      }
      if (failure !== undefined) throw failure;
    },
  };
}

/** Hidden, so that nobody takes it for a result. */
function hiddenPartPath(file: string): string {
  return path.join(path.dirname(file), `.${path.basename(file)}.part`);
}

/** Unlinked immediately, so that the file disappears with the process, however it ends. */
function openUnlinkedFile(file: string): number {
  const descriptor = openSync(file, 'wx+');
  rmSync(file);
  return descriptor;
}

type FileCopy = { scratch: number; size: number; end: Uint8Array };

function replaceFile(file: string, { scratch, size, end }: FileCopy): void {
  const next = hiddenPartPath(file);
  const descriptor = openSync(next, 'w');
  try {
    const chunk = Buffer.alloc(Math.min(CHUNK, size));
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
