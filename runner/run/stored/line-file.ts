import {
  closeSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { pipeline as finished } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { formatSize } from '../../values/index.ts';

/** The maximum length, in characters, of a line in an exported history. */
const MAX_LINE_LENGTH = 128 * 1024 ** 2;

/**
 * Writes lines to a file, compressed if the name ends in `.gz`. The file appears only when it is complete. Memory use
 * does not depend on the size of the file.
 */
export async function writeLines(file: string, lines: Iterable<string> | AsyncIterable<string>): Promise<void> {
  const partial = `${file}.${process.pid}.partial`;
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    const zipped = file.endsWith('.gz') ? [createGzip()] : [];
    await finished([Readable.from(lines), ...zipped, createWriteStream(partial)]);
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/**
 * Reads the lines of a file, compressed or not, one at a time. Only a line feed ends a line. Throws at a line that is
 * too long.
 */
export async function* readLines(file: string, maxLength = MAX_LINE_LENGTH): AsyncGenerator<string> {
  const bytes = createReadStream(file);
  // The callback ignores errors, because they are thrown where the stream is read.
  const source = isGzipFile(file) ? pipeline(bytes, createGunzip(), () => undefined) : bytes;
  const decoder = new StringDecoder('utf8');
  let lineParts: string[] = [];
  let length = 0;
  for await (const chunk of source) {
    const [first = '', ...others] = decoder.write(chunk).split('\n');
    lineParts.push(first);
    length += first.length;
    if (length > maxLength) throw new Error(`the line has more than ${formatSize(maxLength)}`);
    for (const next of others) {
      yield lineParts.join('');
      lineParts = [next];
      length = next.length;
    }
  }
  const lastLine = lineParts.join('') + decoder.end();
  if (lastLine !== '') yield lastLine;
}

function isGzipFile(file: string): boolean {
  const start = Buffer.alloc(2);
  const fileDescriptor = openSync(file, 'r');
  try {
    readSync(fileDescriptor, start, 0, 2, 0);
  } finally {
    closeSync(fileDescriptor);
  }
  return start.equals(Buffer.from([0x1f, 0x8b]));
}
