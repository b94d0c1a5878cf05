import * as z from 'zod';
import { type AttemptId, attemptKey } from '../../fold/index.ts';
import { AppError } from '../../host/errors.ts';
import { toJsonText, tryParseJson } from '../../values/index.ts';
import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import { parseBlobReference } from '../log/event-bodies.ts';
import { parseData } from '../log/event-row.ts';
import { createRowReader } from '../log/read-rows.ts';

const bodyPathSchema = z.tuple([z.int().positive()], z.union([z.string(), z.int().nonnegative()]));

/**
 * Returns the full version of a text of which a light attempt contains only the beginning; `at` is its `LongText.at`.
 * Values are returned as JSON. Throws an `AppError` if the attempt has no text there.
 */
export function readLongText(
  database: Database,
  runId: string,
  { at: bodyPath, ...key }: AttemptId & { at: string },
): string {
  return createBodyReader(database, runId, key)(bodyPath);
}

/** Returns a function that does the same as `readBody`, but is efficient for many texts of one attempt. */
export function createBodyReader({ sqlite }: Database, runId: string, key: AttemptId): (bodyPath: string) => string {
  const readRow = createRowReader({ sqlite });
  const findBlob = selectRows(sqlite, 'blobs', 'bytes', 'WHERE sha256 = ?');
  const attempt = attemptKey(key);
  return (bodyPath) => {
    const [seq, ...path] = parseBodyPath(bodyPath);
    const row = readRow(runId, seq);
    const value = row?.attemptKey === attempt ? path.reduce<unknown>(getPropertyAt, parseData(row.data)) : undefined;
    if (row === undefined || value === undefined) throw new AppError('not_found', 'This attempt has no such text.');
    const blobReference = row.blobs === 0 ? undefined : parseBlobReference(value);
    if (blobReference === undefined) return toJsonText(value);
    const bytes = findBlob.get(blobReference.sha256);
    if (bytes === undefined) throw new AppError('not_found', 'This text is no longer in the history.');
    return bytes.toString('utf8');
  };
}

function parseBodyPath(bodyPath: string): [number, ...(string | number)[]] {
  const parsed = bodyPathSchema.safeParse(tryParseJson(bodyPath));
  if (!parsed.success)
    throw new AppError('invalid_request', 'The path of a text must be a list: the number of an event, then keys.');
  return parsed.data;
}

function getPropertyAt(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}
