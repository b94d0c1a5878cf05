import { createReadStream } from 'node:fs';
import { size } from '../values/index.ts';
import { MOST_OF_A_CASE, tooLong } from './case-size.ts';
import { readFailure } from './read-failure.ts';

export type Content = { ok: true; text: string } | { ok: false; line: number; message: string };

/** How much is read, in bytes: of one line, and of a file. */
export type MostRead = { line: number; file: number };

const MOST_OF_A_FILE = 256 * 1024 ** 2;

/** For files of lines. */
export const ofLines: MostRead = { line: MOST_OF_A_CASE, file: MOST_OF_A_FILE };
/** For lists, which may stand on one line; their entries are measured by whoever tells them apart. */
export const ofLists: MostRead = { line: MOST_OF_A_FILE, file: MOST_OF_A_FILE };
/** For files that are understood as a whole, which takes many times their size. */
export const ofDocuments: MostRead = { line: MOST_OF_A_CASE, file: MOST_OF_A_CASE };

const MOST_AT_ONCE = 256 * 1024;
const LINE_FEED = 10;

/**
 * The text of a file without its byte order mark, or why there is none. It is read bit by bit, and no further than to
 * where it becomes too much.
 */
export async function readText(path: string, most: MostRead): Promise<Content> {
  // With at most a line at once, only a line that began earlier can be too long.
  const pieces = createReadStream(path, { highWaterMark: Math.min(MOST_AT_ONCE, most.line) });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const texts: string[] = [];
  const decode = (piece?: Uint8Array): boolean => {
    try {
      texts.push(decoder.decode(piece, { stream: piece !== undefined }));
      return true;
    } catch {
      return false;
    }
  };
  let byteCount = 0;
  let lineStart = 0;
  try {
    for await (const piece of pieces) {
      const bytes: Buffer = piece;
      const firstEnd = bytes.indexOf(LINE_FEED);
      if (lineStart + (firstEnd === -1 ? bytes.length : firstEnd) > most.line) return longLine(texts, most);
      lineStart = firstEnd === -1 ? lineStart + bytes.length : bytes.length - 1 - bytes.lastIndexOf(LINE_FEED);
      byteCount += bytes.length;
      if (byteCount > most.file) return failed(`the file has more than ${size(most.file)}; split it into several`);
      if (!decode(bytes)) return failed(NO_TEXT);
    }
  } catch (error) {
    return failed(`cannot be read: ${readFailure(error)}`);
  }
  return decode() ? { ok: true, text: texts.join('') } : failed(NO_TEXT);
}

const NO_TEXT = 'the file is not UTF-8 text; save it as UTF-8';

function longLine(before: readonly string[], { line }: MostRead): Content {
  return failed(tooLong('line', line), before.join('').split('\n').length);
}

function failed(message: string, line = 1): Content {
  return { ok: false, line, message };
}
