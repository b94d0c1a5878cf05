import { closeSync, openSync, readSync, writeSync } from 'node:fs';

/** The position of a text in a file, in bytes. */
export type ByteRange = { start: number; bytes: number };

/** A file to which texts are appended. For large texts, a database would be several times slower. */
export type AppendedTextFile = {
  appendText(text: string): ByteRange;
  /** Reads texts. Reading them in the order of the file is fastest. */
  readText(range: ByteRange): string;
  close(): void;
};

const WRITE_BUFFER_BYTES = 1024 ** 2;
const READ_BUFFER_BYTES = 256 * 1024;

/** Creates the file; it must not exist yet. */
export function createAppendedTextFile(file: string): AppendedTextFile {
  const openFile = openSync(file, 'wx+');
  const pending = Buffer.allocUnsafe(WRITE_BUFFER_BYTES);
  const readBuffer = Buffer.allocUnsafe(READ_BUFFER_BYTES);
  let [writtenBytes, filled, windowStart, windowBytes] = [0, 0, 0, 0];

  function appendBytes(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(openFile, bytes, at, bytes.length - at, writtenBytes + at);
    writtenBytes += bytes.length;
  }

  function flushPending(): void {
    appendBytes(pending.subarray(0, filled));
    filled = 0;
  }

  function readIntoBuffer(target: Buffer, start: number): number {
    let length = 0;
    while (length < target.length) {
      const bytesRead = readSync(openFile, target, length, target.length - length, start + length);
      if (bytesRead === 0) return length;
      length += bytesRead;
    }
    return length;
  }

  return {
    appendText(text) {
      const bytes = Buffer.byteLength(text);
      if (filled + bytes > pending.length) flushPending();
      const range = { start: writtenBytes + filled, bytes };
      if (bytes > pending.length) appendBytes(Buffer.from(text));
      else filled += pending.write(text, filled);
      return range;
    },
    readText({ start, bytes }) {
      if (start + bytes > writtenBytes) flushPending();
      if (bytes > readBuffer.length) {
        const buffer = Buffer.allocUnsafe(bytes);
        readIntoBuffer(buffer, start);
        return buffer.toString('utf8');
      }
      if (start < windowStart || start + bytes > windowStart + windowBytes) {
        windowStart = start;
        windowBytes = readIntoBuffer(readBuffer, start);
      }
      return readBuffer.toString('utf8', start - windowStart, start - windowStart + bytes);
    },
    close: () => closeSync(openFile),
  };
}
