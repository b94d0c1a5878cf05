import { closeSync, openSync, readSync } from 'node:fs';
import { BrokenFilesError } from '../ports/index.ts';
import { formatSize } from '../values/index.ts';

/** The maximum number of bytes that are read, per file and per line. */
export type ByteLimit = { line: number; file: number };

const MB = 1024 ** 2;
/** Size limits for files that are parsed as a whole, because parsing takes many times their size in memory. */
export const documentByteLimit: ByteLimit = { line: 16 * MB, file: 16 * MB };
/** Size limits for recordings, in which one line contains all answers of an agent. */
export const recordingByteLimit: ByteLimit = { line: 64 * MB, file: 256 * MB };
/** Size limits for reports, which may consist of a single line. */
export const reportByteLimit: ByteLimit = { line: 256 * MB, file: 256 * MB };

const READ_CHUNK_BYTES = 256 * 1024;
const LINE_FEED = 10;

/**
 * Reads a text file in UTF-8, or in UTF-16 with a byte order mark. Throws `BrokenFilesError` with the line if it has
 * another encoding or exceeds `most`, without reading further; `name` is the file's name in messages. File system
 * errors are passed on.
 */
export function readBounded(
  file: string,
  { most = documentByteLimit, name = file }: { most?: ByteLimit; name?: string } = {},
) {
  const fileDescriptor = openSync(file, 'r');
  const chunks: Buffer[] = [];
  let bytes = 0;
  let line = 1;
  let lineBytes = 0;
  const invalidTextError = (at: number, message: string) =>
    new BrokenFilesError([{ file: name, line: at, column: 1, message }]);
  const tooLargeError = (message: string) => invalidTextError(line, message);
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(READ_CHUNK_BYTES);
      const chunk = piece.subarray(0, readSync(fileDescriptor, piece));
      if (chunk.length === 0) {
        const buffer = Buffer.concat(chunks);
        const text = decodeText(buffer);
        if (text !== undefined) return text;
        throw invalidTextError(
          findUndecodableLine(buffer),
          'this is not UTF-8 text, nor UTF-16 with a byte order mark; save the file as UTF-8',
        );
      }
      for (let start = 0; start < chunk.length; ) {
        const end = chunk.indexOf(LINE_FEED, start);
        lineBytes += (end === -1 ? chunk.length : end) - start;
        if (lineBytes > most.line) throw tooLargeError(`the line has more than ${formatSize(most.line)}`);
        if (end === -1) break;
        start = end + 1;
        line += 1;
        lineBytes = 0;
      }
      bytes += chunk.length;
      if (bytes > most.file) throw tooLargeError(`the file has more than ${formatSize(most.file)}`);
      chunks.push(chunk);
    }
  } finally {
    closeSync(fileDescriptor);
  }
}

const utf16ByteOrderMarks = new Map([
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]);

/** The byte order mark of UTF-8 stays in the text, because the caller decides what to do with it. */
function decodeText(bytes: Buffer): string | undefined {
  const encoding = utf16ByteOrderMarks.get(bytes.subarray(0, 2).toString('hex'));
  try {
    return new TextDecoder(encoding ?? 'utf-8', { fatal: true, ignoreBOM: encoding === undefined }).decode(bytes);
  } catch {
    return undefined;
  }
}

function findUndecodableLine(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(LINE_FEED, start);
    if (end === -1 || decodeText(bytes.subarray(start, end)) === undefined) return line;
    start = end + 1;
  }
  return 1;
}
