import { createHash } from 'node:crypto';
import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';

export const MAX_INLINE_LENGTH = 64 * 1024;

/** A long text, stored once outside the events under its hash. */
export type StoredText = { sha256: string; text: string };

/**
 * The type that the event schema requires of a foreign value (JSON that others define, such as tool arguments): an
 * object, or any value.
 */
export type ExternalValueType = 'any' | 'object';

/**
 * The members of event payloads that hold foreign values (JSON that others define). Each value is moved to `blobs` or
 * shortened as a whole.
 */
const externalValueKeys: ReadonlyMap<string, ExternalValueType> = new Map([
  ['arguments', 'any'],
  ['result', 'any'],
  ['next', 'any'],
  ['output', 'any'],
  ['expected', 'any'],
  ['actual', 'any'],
  ['criteria', 'any'],
  ['metadata', 'any'],
  ['request', 'object'],
  ['response', 'any'],
]);

/** Returns the type that the schema requires of a payload member; undefined if the member is not a foreign value. */
export function findExternalValueType(
  payload: unknown,
  parentObject: object,
  key: string,
): ExternalValueType | undefined {
  if (parentObject === payload || (key === 'response' && 'checkpointsReached' in parentObject)) return undefined;
  return externalValueKeys.get(key);
}

/** A `JSON.stringify` replacer: replaces each long text or value with a reference and adds its content to `blobs`. */
export function createBodyReplacer(
  payload: object,
  blobs: StoredText[],
): (this: object, key: string, value: unknown) => unknown {
  return function move(key, value) {
    if (typeof value === 'string') return value.length > MAX_INLINE_LENGTH ? moveToBlob(value, blobs) : value;
    if (typeof value !== 'object' || value === null || findExternalValueType(payload, this, key) === undefined)
      return value;
    const text = JSON.stringify(value);
    return text.length > MAX_INLINE_LENGTH ? { ...moveToBlob(text, blobs), json: true } : value;
  };
}

type JsonReviver = (this: unknown, key: string, value: unknown) => unknown;

/** Creates a `JSON.parse` reviver that reverses `createBodyReplacer`. */
export function createBodyReviver(database: Pick<Database, 'sqlite'>): JsonReviver {
  const findBlob = selectRows(database.sqlite, 'blobs', 'bytes', 'WHERE sha256 = ?');
  return createReviver((sha256) => findBlob.get(sha256)?.toString('utf8'));
}

/** Like `createBodyReviver`, but tool results that were moved become null: they are the bulk of a long conversation. */
export function createReviverWithoutToolResults(database: Pick<Database, 'sqlite'>): JsonReviver {
  const bringBack = createBodyReviver(database);
  return function revive(key, value) {
    const isMovedToolResult = key === 'result' && isToolCall(this) && parseBlobReference(value) !== undefined;
    return isMovedToolResult ? null : bringBack.call(this, key, value);
  };
}

function isToolCall(parentObject: unknown): boolean {
  return typeof parentObject === 'object' && parentObject !== null && 'tool' in parentObject;
}

/** Like `createBodyReviver`, but `findBlob` returns the long texts; they need not be in a database. */
export function createReviver(findBlob: (sha256: string) => string | undefined): JsonReviver {
  return (_key, value) => {
    const blobReference = parseBlobReference(value);
    const text = blobReference === undefined ? undefined : findBlob(blobReference.sha256);
    if (blobReference === undefined || text === undefined) return value;
    return blobReference.form === 'json' ? JSON.parse(text) : text;
  };
}

export type BlobReference = { sha256: string; form: 'text' | 'json' };

export function parseBlobReference(value: unknown): BlobReference | undefined {
  if (typeof value !== 'object' || value === null || !('$blob' in value) || typeof value.$blob !== 'string')
    return undefined;
  return { sha256: value.$blob, form: 'json' in value ? 'json' : 'text' };
}

/** Adds a text to `blobs` and returns a reference to it. */
export function moveToBlob(text: string, blobs: StoredText[]): { $blob: string } {
  const sha256 = createHash('sha256').update(text).digest('hex');
  blobs.push({ sha256, text });
  return { $blob: sha256 };
}
