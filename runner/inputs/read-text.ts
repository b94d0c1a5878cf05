import { createReadStream } from 'node:fs';
import { formatSize } from '../values/index.ts';
import { describeTooLong, MAX_CASE_LENGTH } from './case-size.ts';
import { describeReadError } from './read-failure.ts';

export type FileText = { ok: true; text: string } | { ok: false; line: number; message: string };

/** The maximum number of bytes that are read, per line and per file. */
export type ReadLimit = { line: number; file: number };

const MAX_FILE_BYTES = 256 * 1024 ** 2;

/** Size limits for files that are read line by line. */
export const lineFileLimit: ReadLimit = { line: MAX_CASE_LENGTH, file: MAX_FILE_BYTES };
/**
 * Size limits for lists, which may be on a single line. The size of each item is checked later, when the list is split.
 */
export const listFileLimit: ReadLimit = { line: MAX_FILE_BYTES, file: MAX_FILE_BYTES };
/** Size limits for files that are parsed as a whole, because parsing takes many times their size in memory. */
export const documentFileLimit: ReadLimit = { line: MAX_CASE_LENGTH, file: MAX_CASE_LENGTH };

const READ_CHUNK_BYTES = 256 * 1024;
const LINE_FEED = 10;

/**
 * Returns the text of a file without its byte order mark, or the reason why it cannot be read. Reads in chunks and
 * stops at the limit.
 */
export async function readText(path: string, readLimit: ReadLimit): Promise<FileText> {
  // A chunk is at most as long as the limit for one line. So only a line that began in an earlier chunk can be too
  // long.
  const chunks = createReadStream(path, { highWaterMark: Math.min(READ_CHUNK_BYTES, readLimit.line) });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const texts: string[] = [];
  const appendDecoded = (chunk?: Uint8Array): boolean => {
    try {
      texts.push(decoder.decode(chunk, { stream: chunk !== undefined }));
      return true;
    } catch {
      return false;
    }
  };
  let byteCount = 0;
  let lineStart = 0;
  try {
    for await (const chunk of chunks) {
      const bytes: Buffer = chunk;
      const firstEnd = bytes.indexOf(LINE_FEED);
      if (lineStart + (firstEnd === -1 ? bytes.length : firstEnd) > readLimit.line)
        return createLineTooLongFailure(texts, readLimit);
      lineStart = firstEnd === -1 ? lineStart + bytes.length : bytes.length - 1 - bytes.lastIndexOf(LINE_FEED);
      byteCount += bytes.length;
      if (byteCount > readLimit.file)
        return createReadFailure(`the file has more than ${formatSize(readLimit.file)}; split it into several`);
      if (!appendDecoded(bytes)) return createReadFailure(NOT_UTF8_MESSAGE);
    }
  } catch (error) {
    return createReadFailure(`cannot be read: ${describeReadError(error)}`);
  }
  return appendDecoded() ? { ok: true, text: texts.join('') } : createReadFailure(NOT_UTF8_MESSAGE);
}

const NOT_UTF8_MESSAGE = 'the file is not UTF-8 text; save it as UTF-8';

function createLineTooLongFailure(before: readonly string[], { line }: ReadLimit): FileText {
  return createReadFailure(describeTooLong('line', line), before.join('').split('\n').length);
}

function createReadFailure(message: string, line = 1): FileText {
  return { ok: false, line, message };
}
