import { createHash } from 'node:crypto';
import type { Database } from '../db/index.ts';
import { select } from '../db/select.ts';

export const MOVED_FROM = 64 * 1024;

/** A text that is kept once, outside the events, under its hash. */
export type Blob = { sha256: string; text: string };

/** What the schema of an event demands of a foreign value: an object, or nothing. */
export type ForeignShape = 'any' | 'object';

/** The members of payloads that are foreign values, moved and shortened as a whole. */
const foreignMembers: ReadonlyMap<string, ForeignShape> = new Map([
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

/** Returns what the schema demands of a member of a payload; undefined for one that is no foreign value. */
export function foreignShape(payload: unknown, holder: object, key: string): ForeignShape | undefined {
  if (holder === payload || (key === 'response' && 'checkpointsReached' in holder)) return undefined;
  return foreignMembers.get(key);
}

/** For `JSON.stringify`: puts a reference in the place of each long text or value, and adds what it has moved to `blobs`. */
export function moveBodies(payload: object, blobs: Blob[]): (this: object, key: string, value: unknown) => unknown {
  return function move(key, value) {
    if (typeof value === 'string') return value.length > MOVED_FROM ? reference(value, blobs) : value;
    if (typeof value !== 'object' || value === null || foreignShape(payload, this, key) === undefined) return value;
    const text = JSON.stringify(value);
    return text.length > MOVED_FROM ? { ...reference(text, blobs), json: true } : value;
  };
}

type Reviver = (this: unknown, key: string, value: unknown) => unknown;

/** For `JSON.parse`: the opposite. */
export function bringBackBodies(database: Pick<Database, 'sqlite'>): Reviver {
  const find = select(database.sqlite, 'blobs', 'bytes', 'WHERE sha256 = ?');
  return restoreBodies((sha256) => find.get(sha256)?.toString('utf8'));
}

/** For `JSON.parse`: the same, but what tools answered is null where it was moved. It is most of a long conversation. */
export function bringBackAllButToolResults(database: Pick<Database, 'sqlite'>): Reviver {
  const bringBack = bringBackBodies(database);
  return function revive(key, value) {
    const isMovedToolResult = key === 'result' && isToolCall(this) && blobReference(value) !== undefined;
    return isMovedToolResult ? null : bringBack.call(this, key, value);
  };
}

function isToolCall(holder: unknown): boolean {
  return typeof holder === 'object' && holder !== null && 'tool' in holder;
}

/** The same, where the texts are not in a database. */
export function restoreBodies(find: (sha256: string) => string | undefined): Reviver {
  return (_key, value) => {
    const moved = blobReference(value);
    const text = moved === undefined ? undefined : find(moved.sha256);
    if (moved === undefined || text === undefined) return value;
    return moved.form === 'json' ? JSON.parse(text) : text;
  };
}

export type BlobReference = { sha256: string; form: 'text' | 'json' };

export function blobReference(value: unknown): BlobReference | undefined {
  if (typeof value !== 'object' || value === null || !('$blob' in value) || typeof value.$blob !== 'string')
    return undefined;
  return { sha256: value.$blob, form: 'json' in value ? 'json' : 'text' };
}

/** The reference to a text that is kept in `blobs`. */
export function reference(text: string, blobs: Blob[]): { $blob: string } {
  const sha256 = createHash('sha256').update(text).digest('hex');
  blobs.push({ sha256, text });
  return { $blob: sha256 };
}
