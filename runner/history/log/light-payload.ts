import {
  isLongTextPlaceholder,
  type Json,
  type LongText,
  serializeLongText,
  wrapLongTextInObject,
} from '../../values/index.ts';
import type { Database } from '../db/index.ts';
import { type ExternalValueType, findExternalValueType, parseBlobReference } from './event-bodies.ts';

const MAX_FULL_TEXT_LENGTH = 8_000;
const TEXT_PREVIEW_LENGTH = 1_000;
const JSON_PREVIEW_LENGTH = 200;

type PayloadRow = { seq: number; data: string; blobs: number };
type BlobPrefix = { size: number; beginning: Buffer };
type PayloadContext = { payload: Json; find: ((sha256: string) => BlobPrefix | undefined) | undefined };

/** Reads the payload of a row with a placeholder for every long text or value: its beginning and its location. */
export function createLightPayloadReader(database: Database): (row: PayloadRow) => Json {
  const findBlobPrefix = createBlobPrefixFinder(database);
  return ({ seq, data, blobs }) => {
    const payload: Json = JSON.parse(data);
    return replaceLongTexts(payload, { path: [seq] }, { payload, find: blobs === 0 ? undefined : findBlobPrefix });
  };
}

/**
 * The beginnings of texts are cached, because a result repeats the texts of its turns, and SQLite reads a whole text
 * even for its beginning.
 */
function createBlobPrefixFinder(database: Database): (sha256: string) => BlobPrefix | undefined {
  const statement = database.sqlite.prepare<[number, string], BlobPrefix>(
    'SELECT length(bytes) AS size, substr(bytes, 1, ?) AS beginning FROM blobs WHERE sha256 = ?',
  );
  const beginnings = new Map<string, BlobPrefix>();
  return (sha256) => {
    const beginning = beginnings.get(sha256) ?? statement.get(TEXT_PREVIEW_LENGTH, sha256);
    if (beginning !== undefined) beginnings.set(sha256, beginning);
    return beginning;
  };
}

/** The location of a value in the log, and the type that its schema requires if it is a foreign value. */
type ValueLocation = { path: readonly (string | number)[]; shape?: ExternalValueType | undefined };

function replaceLongTexts(value: Json, location: ValueLocation, context: PayloadContext): Json {
  if (typeof value === 'string') {
    if (value.length <= MAX_FULL_TEXT_LENGTH && !isLongTextPlaceholder(value)) return value;
    return createLongTextPlaceholder(location, { size: value.length, form: 'text', text: value });
  }
  if (typeof value !== 'object' || value === null) return value;
  const blobReference = context.find === undefined ? undefined : parseBlobReference(value);
  const blob = blobReference === undefined ? undefined : context.find?.(blobReference.sha256);
  if (blobReference !== undefined && blob !== undefined) {
    return createLongTextPlaceholder(location, {
      size: blob.size,
      form: blobReference.form,
      text: decodeText(blob.beginning),
    });
  }
  if (location.shape !== undefined) {
    const text = JSON.stringify(value);
    if (text.length > MAX_FULL_TEXT_LENGTH)
      return createLongTextPlaceholder(location, { size: text.length, form: 'json', text });
  }
  const { path } = location;
  if (Array.isArray(value))
    return value.map((item, position) => replaceLongTexts(item, { path: [...path, position] }, context));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const childLocation: ValueLocation = {
        path: [...path, key],
        shape: findExternalValueType(context.payload, value, key),
      };
      return [key, replaceLongTexts(member, childLocation, context)];
    }),
  );
}

type LongValueFacts = { size: number; form: LongText['form']; text: string };

function createLongTextPlaceholder({ path, shape }: ValueLocation, { size, form, text }: LongValueFacts): Json {
  const preview = text.slice(0, form === 'json' ? JSON_PREVIEW_LENGTH : TEXT_PREVIEW_LENGTH).toWellFormed();
  const longText = { at: JSON.stringify(path), size, form, preview };
  return shape === 'object' && form === 'json' ? wrapLongTextInObject(longText) : serializeLongText(longText);
}

/** The bytes are decoded in streaming mode, which drops a character that is cut in half at the end. */
function decodeText(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true });
}
