import { type Json, looksLong, writeLongText } from '../../../runner/values/index.ts';
import type { Database } from '../../db/index.ts';
import { type BlobReference, blobReference, isForeignValue } from '../read/event-bodies.ts';

const LONG = 8_000;
const TEXT_PREVIEW = 1_000;
const JSON_PREVIEW = 200;

type Row = { seq: number; data: string; blobs: number };
type Beginning = { size: number; beginning: Buffer };
type Walk = { payload: Json; find: ((sha256: string) => Beginning | undefined) | undefined };

/** Reads the payload of a row with a stand-in, its beginning and where it is, for every text and value that is long. */
export function createLightReader(database: Database): (row: Row) => Json {
  const find = findBeginning(database);
  return ({ seq, data, blobs }) => {
    const payload: Json = JSON.parse(data);
    return lighten(payload, [seq], { payload, find: blobs === 0 ? undefined : find });
  };
}

/** A result has what its turns had: SQLite reads a text to its end for its beginning, and does so once. */
function findBeginning(database: Database): (sha256: string) => Beginning | undefined {
  const statement = database.sqlite.prepare<[number, string], Beginning>(
    'SELECT length(bytes) AS size, substr(bytes, 1, ?) AS beginning FROM blobs WHERE sha256 = ?',
  );
  const known = new Map<string, Beginning>();
  return (sha256) => {
    const beginning = known.get(sha256) ?? statement.get(TEXT_PREVIEW, sha256);
    if (beginning !== undefined) known.set(sha256, beginning);
    return beginning;
  };
}

function lighten(value: Json, path: readonly (string | number)[], walk: Walk): Json {
  if (typeof value === 'string') {
    if (value.length <= LONG && !looksLong(value)) return value;
    return standIn({ path, size: value.length, form: 'text', text: value });
  }
  if (typeof value !== 'object' || value === null) return value;
  const moved = walk.find === undefined ? undefined : blobReference(value);
  const blob = moved === undefined ? undefined : walk.find?.(moved.sha256);
  if (moved !== undefined && blob !== undefined) {
    return standIn({ path, size: blob.size, form: moved.form, text: decoded(blob.beginning) });
  }
  if (Array.isArray(value)) return value.map((item, position) => lighten(item, [...path, position], walk));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, lightMember({ holder: value, key, member, path }, walk)]),
  );
}

type Member = { holder: object; key: string; member: Json; path: readonly (string | number)[] };

function lightMember({ holder, key, member, path }: Member, walk: Walk): Json {
  const inside = [...path, key];
  if (typeof member === 'object' && isForeignValue(walk.payload, holder, key)) {
    const text = JSON.stringify(member);
    if (text.length > LONG) return standIn({ path: inside, size: text.length, form: 'json', text });
  }
  return lighten(member, inside, walk);
}

type Long = { path: readonly (string | number)[]; size: number; form: BlobReference['form']; text: string };

function standIn({ path, size, form, text }: Long): string {
  const preview = text.slice(0, form === 'json' ? JSON_PREVIEW : TEXT_PREVIEW).toWellFormed();
  return writeLongText({ at: JSON.stringify(path), size, form, preview });
}

/** A character that the cut has broken is left out. */
function decoded(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true });
}
