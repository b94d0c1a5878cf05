import { readFile } from 'node:fs/promises';
import { readFailure } from './read-failure.ts';

export type Content = { ok: true; text: string } | { ok: false; message: string };

/** The text of a file without its byte order mark, or why there is none. */
export async function readText(path: string): Promise<Content> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    return { ok: false, message: `cannot be read: ${readFailure(error)}` };
  }
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { ok: false, message: 'the file is not UTF-8 text; save it as UTF-8' };
  }
}
