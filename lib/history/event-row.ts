import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type AttemptKey, EVENT_VERSION, type RunEvent, runEventSchema } from '../../runner/contract/index.ts';
import type { Database } from '../db/index.ts';

const LONG_TEXT = 64 * 1024;

export type EventRow = {
  runId: string;
  seq: number;
  at: number;
  type: string;
  attemptKey: string | null;
  data: string;
  blobs: number;
};

export type Blob = { sha256: string; text: string };

/** The row of an event, and the long texts that were moved out of it. */
export function toEventRow(event: RunEvent): { row: EventRow; blobs: Blob[] } {
  const { runId, seq, at, type } = event;
  const payload = payloadOf(event);
  const blobs: Blob[] = [];
  const whole = JSON.stringify(payload);
  const isMoved = whole.length > LONG_TEXT && hasLongText(payload);
  const data = isMoved ? JSON.stringify(payload, moveLongTexts(blobs)) : whole;
  return { row: { runId, seq, at, type, attemptKey: keyOf(event), data, blobs: Math.min(blobs.length, 1) }, blobs };
}

/** The event of a row, parsed as strictly as one that comes from anywhere else. */
export function fromEventRow(database: Database, row: EventRow): RunEvent {
  const payload: unknown = JSON.parse(row.data, row.blobs === 0 ? undefined : bringBackLongTexts(database));
  return runEventSchema.parse({
    v: EVENT_VERSION,
    runId: row.runId,
    seq: row.seq,
    at: row.at,
    type: row.type,
    ...placeIn(row.attemptKey),
    ...objectOf(payload),
  });
}

/** How the attempt that an event belongs to is written in its row. */
export function attemptKey({ suiteKey, caseId, attempt }: AttemptKey): string {
  return JSON.stringify([suiteKey, caseId, attempt]);
}

function keyOf(event: RunEvent): string | null {
  if (!('caseId' in event) || event.caseId === undefined || event.suiteKey === undefined) return null;
  return attemptKey({ suiteKey: event.suiteKey, caseId: event.caseId, attempt: event.attempt ?? 1 });
}

const placeSchema = z.tuple([z.string(), z.string(), z.int()]);

function placeIn(key: string | null): object {
  if (key === null) return {};
  const [suiteKey, caseId, attempt] = placeSchema.parse(JSON.parse(key));
  return { suiteKey, caseId, attempt };
}

function payloadOf(event: RunEvent): object {
  if ('caseId' in event) {
    const { v, runId, seq, at, type, suiteKey, caseId, attempt, ...payload } = event;
    return payload;
  }
  const { v, runId, seq, at, type, ...payload } = event;
  return payload;
}

function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > LONG_TEXT;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasLongText);
}

function moveLongTexts(blobs: Blob[]): (key: string, value: unknown) => unknown {
  return (_key, value) => {
    if (typeof value !== 'string' || value.length <= LONG_TEXT) return value;
    const sha256 = createHash('sha256').update(value).digest('hex');
    blobs.push({ sha256, text: value });
    return { $blob: sha256 };
  };
}

function bringBackLongTexts(database: Database): (key: string, value: unknown) => unknown {
  const find = database.sqlite.prepare<[string], { bytes: Buffer }>('SELECT bytes FROM blobs WHERE sha256 = ?');
  return (_key, value) => {
    const sha256 = blobReference(value);
    if (sha256 === undefined) return value;
    return find.get(sha256)?.bytes.toString('utf8') ?? value;
  };
}

function blobReference(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('$blob' in value)) return undefined;
  return typeof value.$blob === 'string' ? value.$blob : undefined;
}

function objectOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
