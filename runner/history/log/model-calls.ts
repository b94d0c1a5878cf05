import { inflateRawSync } from 'node:zlib';
import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import { createBodyReviver, moveToBlob, type StoredText } from './event-bodies.ts';

/** The minimum length in characters of a text that is stored only once if every call of an agent repeats it. */
const MIN_SHARED_TEXT_LENGTH = 400;
const DICTIONARY_BYTES = 32_768;
const MAX_CACHED_TEXTS = 200;

/**
 * Reads the requests and answers of model calls. Caches recent calls, because each one is stored relative to an
 * earlier one.
 */
export type ModelCallReader = { readExchange(row: { seq: number }): object | undefined };

export function createModelCallReader(database: Database, runId: string): ModelCallReader {
  const findModelCall = selectRows(
    database.sqlite,
    'model_calls',
    ['base', 'kept', 'bytes'],
    'WHERE run_id = ? AND seq = ?',
  );
  const bringBack = createBodyReviver(database);
  const texts = new Map<number, Buffer>();
  function readCallText(seq: number): Buffer | undefined {
    const cached = texts.get(seq);
    const row = cached === undefined ? findModelCall.get(runId, seq) : undefined;
    if (row === undefined) return cached;
    const base = row.base === null ? undefined : readCallText(row.base);
    const inflatedRest = inflateRawSync(row.bytes, { dictionary: createCompressionDictionary(base) });
    const text = base === undefined ? inflatedRest : Buffer.concat([base.subarray(0, row.kept), inflatedRest]);
    const [oldestKey] = texts.keys();
    if (texts.size >= MAX_CACHED_TEXTS && oldestKey !== undefined) texts.delete(oldestKey);
    texts.set(seq, text);
    return text;
  }
  return {
    readExchange({ seq }) {
      const text = readCallText(seq);
      return text === undefined ? undefined : splitRequestAndAnswer(JSON.parse(text.toString('utf8'), bringBack));
    },
  };
}

/** Splits the stored text of a call into the `request` and `answer` of its event. */
export function splitRequestAndAnswer({ answer, ...request }: { answer?: object }): object {
  return 'messages' in request ? { request, answer } : { answer };
}

/** Returns the end of a call's text as a compression dictionary, because the next call is likely to repeat it. */
export function createCompressionDictionary(base: Buffer | undefined): Buffer {
  return base === undefined ? Buffer.alloc(0) : base.subarray(Math.max(0, base.length - DICTIONARY_BYTES));
}

/** A `JSON.stringify` replacer for a call: moves attachments, and texts that every call repeats, to `blobs`. */
export function createModelCallReplacer(blobs: StoredText[]): (this: unknown, key: string, value: unknown) => unknown {
  return function move(key, value) {
    if (key === 'tools' && Array.isArray(value)) {
      const text = JSON.stringify(value);
      return text.length < MIN_SHARED_TEXT_LENGTH ? value : { ...moveToBlob(text, blobs), json: true };
    }
    if (typeof value !== 'string' || value.length < MIN_SHARED_TEXT_LENGTH) return value;
    return isInstructionContent(this, key) || key === 'data' || value.startsWith('data:')
      ? moveToBlob(value, blobs)
      : value;
  };
}

function isInstructionContent(parentObject: unknown, key: string): boolean {
  if (key !== 'content' || typeof parentObject !== 'object' || parentObject === null || !('role' in parentObject))
    return false;
  return parentObject.role === 'system' || parentObject.role === 'developer';
}
