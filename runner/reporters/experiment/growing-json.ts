import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';

const WRITE_AFTER_MS = 100;
const LARGE = 64 * 1024;

export type GrowingJson = {
  add(item: object): void;
  /** Completes the document with what follows the list. Throws when something could not be written on the way. */
  close(rest: object): void;
};

/**
 * A new JSON file that ends in a list which grows: whoever reads it, also after the process was killed, finds complete
 * JSON. Every write puts new items and the closing brackets over the brackets that stood there, so that an item costs the
 * same however long the list is. Throws when the file exists or cannot be made.
 */
export function createGrowingJson(file: string, start: object, list: string): GrowingJson {
  mkdirSync(path.dirname(file), { recursive: true });
  const descriptor = openSync(file, 'wx');
  const { head, foot } = frameOf(start, list);
  let offset = 0;
  let items = 0;
  let pending = head;
  let writtenAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let failure: unknown;

  const flush = (end: string): void => {
    clearTimeout(timer);
    timer = undefined;
    const text = pending;
    pending = '';
    writeAll(descriptor, Buffer.from(`${text}${end}`), offset);
    offset += Buffer.byteLength(text);
    writtenAt = performance.now();
  };
  const closing = (): string => (items === 0 ? ']' : '\n  ]');
  const flushQuietly = (): void => {
    try {
      flush(`${closing()}${foot}`);
    } catch (error) {
      failure ??= error;
    }
  };
  flush(`${closing()}${foot}`);
  writtenAt = Number.NEGATIVE_INFINITY;
  return {
    add(item) {
      pending += `${items === 0 ? '' : ','}\n    ${indented(item, '    ')}`;
      items += 1;
      if (pending.length > LARGE || performance.now() - writtenAt > WRITE_AFTER_MS) flushQuietly();
      else timer ??= setTimeout(flushQuietly, WRITE_AFTER_MS);
    },
    close(rest) {
      try {
        const more = indented(rest, '').slice(1);
        flush(`${closing()}${more === '}' ? '\n}' : `,${more}`}\n`);
      } finally {
        closeSync(descriptor);
      }
      if (failure !== undefined) throw failure;
    },
  };
}

function frameOf(start: object, list: string): { head: string; foot: string } {
  const text = indented({ ...start, [list]: [] }, '');
  return { head: text.slice(0, -']\n}'.length), foot: '\n}\n' };
}

function indented(value: object, by: string): string {
  return JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${by}`);
}

/** A full disk writes less than it was given before it complains. */
function writeAll(descriptor: number, bytes: Uint8Array, offset: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(descriptor, bytes, done, bytes.length - done, offset + done);
  }
}
