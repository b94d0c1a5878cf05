import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, type Stats } from 'node:fs';
import { AppError } from '../host/errors.ts';
import { explainFileError } from './explain-file-error.ts';

/** The content of a case file on disk. `modifiedAt` is in milliseconds since 1970. */
export type CaseFileText = { suiteKey: string; text: string; sha256: string; modifiedAt: number };

const MAX_BYTES = 64_000_000;

/** Reads a file. Throws for a file that cannot be shown and written back byte for byte. */
export function readCaseFileText(file: string, suiteKey: string): CaseFileText {
  const facts = lstatSync(file);
  if (facts.size > MAX_BYTES) {
    throw new AppError('invalid_request', `${suiteKey} is too large to be edited here.`, [
      `It has ${toMegabytes(facts)} MB; up to ${MAX_BYTES / 1_000_000} MB are shown. Split it into several files.`,
    ]);
  }
  const bytes = readFileBytes(file, suiteKey);
  return { suiteKey, text: decodeUtf8Bytes(bytes, suiteKey), sha256: computeSha256(bytes), modifiedAt: facts.mtimeMs };
}

function readFileBytes(file: string, suiteKey: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw explainFileError(error, suiteKey);
  }
}

export function computeSha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Decodes bytes as UTF-8. Keeps the byte order mark, so that the text can be written back unchanged. */
function decodeUtf8Bytes(bytes: Buffer, suiteKey: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    const details = [
      `The first byte that is not part of a UTF-8 text is in line ${findInvalidUtf8Line(bytes)}.`,
      'Save the file as UTF-8 in an editor that knows its encoding, then come back here.',
    ];
    throw new AppError('invalid_request', `${suiteKey} is not UTF-8 text.`, details, { cause });
  }
}

function findInvalidUtf8Line(bytes: Buffer): number {
  const text = bytes.toString('utf8');
  const encoded = Buffer.from(text);
  let same = 0;
  while (same < bytes.length && bytes[same] === encoded[same]) same += 1;
  return bytes.subarray(0, same).toString('latin1').split('\n').length;
}

function toMegabytes({ size }: Stats): number {
  return Math.ceil(size / 1_000_000);
}
