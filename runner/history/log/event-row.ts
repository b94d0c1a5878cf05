import type * as z from 'zod';
import { type CaseResult, EVENT_VERSION, type RunEvent, runEventSchema } from '../../contract/index.ts';
// biome-ignore lint/style/noRestrictedImports: the index would load all schemas into the writer thread
import { type AttemptId, type AttemptKey, attemptKey } from '../../fold/keys.ts';
import { formatJsonPath, isJsonObject, type Json, toErrorMessage, tryParseJson } from '../../values/index.ts';
import type { Database } from '../db/index.ts';
import { toSqliteProblem } from '../db/sqlite-problem.ts';
import {
  createBodyReplacer,
  createBodyReviver,
  createReviverWithoutToolResults,
  MAX_INLINE_LENGTH,
  type StoredText,
} from './event-bodies.ts';
import { createLightPayloadReader } from './light-payload.ts';
import { createModelCallReplacer, type ModelCallReader } from './model-calls.ts';
import { replaceUnreadableEvent } from './replace-unreadable-event.ts';

type ModelCalled = Extract<RunEvent, { type: 'model.called' }>;

export type EventRow = {
  runId: string;
  seq: number;
  at: number;
  type: string;
  /** The key of the attempt as it is stored; in a damaged history it may be any text. */
  attemptKey: string | null;
  data: string;
  blobs: number;
  turns?: number | null;
  /**
   * Set if the event is unreadable: the reason. Only the position of such an event is known, and the row has no data.
   */
  unreadable?: string;
};

/**
 * Returns the row of a result without its conversation texts, which are most of its size. `turns` keeps its length, but
 * its items are empty.
 */
export function withoutConversationTexts(row: EventRow): EventRow {
  if (row.type !== 'case.finished') return row;
  const parsed = parseData(row.data);
  if (!isJsonObject(parsed) || !isJsonObject(parsed.result)) return row;
  const { result, ...payload } = parsed;
  const turns = Array.isArray(result.turns) ? result.turns.length : null;
  const placeholder = { turns: [], toolCalls: [], output: '' };
  const countedFields = Object.fromEntries(Object.entries(placeholder).filter(([name]) => Object.hasOwn(result, name)));
  return { ...row, data: JSON.stringify({ ...payload, result: { ...result, ...countedFields } }), turns };
}

/** Parses the payload of a row, with references in place of long texts; undefined if it cannot be parsed. */
export function parseData(data: string): Json | undefined {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

/**
 * The request to a model and its answer, as JSON. `series` combines the role, agent and connector; a call is stored as
 * the difference from the previous call of its series.
 */
export type ModelCallText = { seq: number; attemptKey: AttemptKey; series: string; text: string };

/**
 * Returns the row of an event, and the parts that are stored separately: long texts, and the request and answer of a
 * model call.
 */
export function toEventRow(event: RunEvent): { row: EventRow; blobs: StoredText[]; call?: ModelCallText } {
  if (event.type === 'model.called') return toModelCallRow(event);
  const { runId, seq, at, type } = event;
  const payload = getEventPayload(event);
  const blobs: StoredText[] = [];
  const json = JSON.stringify(payload);
  const data = json.length > MAX_INLINE_LENGTH ? JSON.stringify(payload, createBodyReplacer(payload, blobs)) : json;
  return {
    row: { runId, seq, at, type, attemptKey: buildAttemptKeyOfEvent(event), data, blobs: Math.min(blobs.length, 1) },
    blobs,
  };
}

function toModelCallRow(event: ModelCalled): { row: EventRow; blobs: StoredText[]; call: ModelCallText } {
  const { runId, seq, at, type, role, agentId, connector } = event;
  const { request, answer, ...outline } = getEventPayload(event);
  const blobs: StoredText[] = [];
  const text = JSON.stringify({ ...request, answer }, createModelCallReplacer(blobs));
  // Repeats the references of moved texts here, because the cleanup of unused blobs only looks in events.
  const references = blobs.map(({ sha256 }) => ({ $blob: sha256 }));
  const data = JSON.stringify(references.length === 0 ? outline : { ...outline, kept: references });
  const key = attemptKey(event);
  return {
    row: { runId, seq, at, type, attemptKey: key, data, blobs: Math.min(blobs.length, 1) },
    blobs,
    call: { seq, attemptKey: key, series: `${role} ${agentId} ${connector}`, text },
  };
}

/**
 * How much of the long texts to read: `whole` texts, or `light` references in their place (see `LongText`). `counted`
 * results contain no conversation texts, only the right number of empty turns.
 */
export type PayloadDetailLevel = 'whole' | 'light' | 'counted';

/** Reads the payload of a row. */
export type PayloadReader = (row: EventRow) => unknown;

/** Creates a payload reader; `bodies` says in which form it returns long texts. */
export function createPayloadReader(database: Database, bodies: PayloadDetailLevel): PayloadReader {
  const readPayload: PayloadReader = (row) => parseFullPayload(database, row);
  if (bodies === 'whole') return readPayload;
  const light = createLightPayloadReader(database);
  return (row) => (row.attemptKey === null ? readPayload(row) : light(row));
}

/** Reads payloads with all their texts, except that long tool results are null. */
export function createReaderWithoutToolResults(database: Database): PayloadReader {
  const bringBack = createReviverWithoutToolResults(database);
  return ({ data, blobs }) => JSON.parse(data, blobs === 0 ? undefined : bringBack);
}

/**
 * Returns the event of a row, parsed as strictly as input from outside. An unreadable row yields a stand-in event with
 * the reason, so readers of a log need not expect exceptions.
 */
export function fromEventRow(
  database: Database,
  row: EventRow,
  { read = createPayloadReader(database, 'whole'), calls }: { read?: PayloadReader; calls?: ModelCallReader } = {},
): RunEvent {
  const { runId, seq, at, type, turns } = row;
  const parsed = parseRow(row, { read, calls });
  if (!parsed.ok)
    return replaceUnreadableEvent(database, { runId, seq, at, type, attempt: getAttemptAddressOfRow(row) }, parsed.why);
  const { event } = parsed;
  // Sets the turns after parsing and without validation: they are empty objects, because only their number is used.
  if (event.type === 'case.finished' && typeof turns === 'number') {
    Object.assign(event.result, { turns: createEmptyTurns(turns) });
  }
  return event;
}

type ParsedRow = { ok: true; event: RunEvent } | { ok: false; why: string };

function parseRow(
  row: EventRow,
  { read, calls }: { read: PayloadReader; calls: ModelCallReader | undefined },
): ParsedRow {
  const { runId, seq, at, type, attemptKey: key, unreadable } = row;
  if (unreadable !== undefined) return { ok: false, why: unreadable };
  try {
    const payload = read(row);
    const exchange = type === 'model.called' ? calls?.readExchange(row) : undefined;
    const attemptAddress = key === null ? {} : parseAttemptKey(key);
    const parsed = runEventSchema.safeParse({
      v: EVENT_VERSION,
      runId,
      seq,
      at,
      type,
      ...attemptAddress,
      ...toObject(payload),
      ...exchange,
    });
    return parsed.success
      ? { ok: true, event: parsed.data }
      : { ok: false, why: describeInvalidPayload(type, parsed.error) };
  } catch (error) {
    // The database file is damaged or locked. The event itself may be intact, so the error is passed on instead of a
    // stand-in.
    if (toSqliteProblem(error) !== undefined) throw error;
    const problem = error instanceof SyntaxError ? 'is not JSON' : 'is damaged';
    return { ok: false, why: `its data ${problem}: ${toErrorMessage(error)}` };
  }
}

const knownTypes = new Set<string>(runEventSchema.options.map(({ shape }) => shape.type.value));

function describeInvalidPayload(type: string, { issues }: z.ZodError): string {
  const [issue] = issues;
  if (!knownTypes.has(type)) return `this version knows no events of the type "${type}"`;
  return `its data is invalid: ${formatJsonPath(issue?.path ?? [])}: ${issue?.message ?? 'invalid'}`;
}

/** The attempt of a row, if its key can be read. */
export function getAttemptAddressOfRow({ attemptKey: key }: Pick<EventRow, 'attemptKey'>): AttemptId | undefined {
  return key === null ? undefined : toAttemptId(tryParseJson(key));
}

function createEmptyTurns(count: number): NonNullable<CaseResult['turns']> {
  return Array.from({ length: count }, (_, index) => ({
    turn: index + 1,
    origin: 'case',
    input: '',
    checkpointsReached: [],
    startedAt: 0,
    durationMs: 0,
  }));
}

function buildAttemptKeyOfEvent(event: RunEvent): AttemptKey | null {
  if (!('caseId' in event) || event.caseId === undefined || event.suiteKey === undefined) return null;
  return attemptKey({ suiteKey: event.suiteKey, caseId: event.caseId, attempt: event.attempt ?? 1 });
}

/** Parses the text of an `attemptKey`. */
export function parseAttemptKey(key: string): AttemptId {
  const id = toAttemptId(JSON.parse(key));
  if (id === undefined) throw new Error(`${key} is not the key of an attempt`);
  return id;
}

/** Checked without a schema for speed, because a log has an attempt key for each of its events. */
function toAttemptId(value: unknown): AttemptId | undefined {
  if (!Array.isArray(value) || value.length !== 3) return undefined;
  const [suiteKey, caseId, attempt]: unknown[] = value;
  if (typeof suiteKey !== 'string' || typeof caseId !== 'string') return undefined;
  if (typeof attempt !== 'number' || !Number.isSafeInteger(attempt) || attempt < 1) return undefined;
  return { suiteKey, caseId, attempt };
}

type EventPayload<Event> = Event extends RunEvent
  ? Omit<Event, 'v' | 'runId' | 'seq' | 'at' | 'type' | 'suiteKey' | 'caseId' | 'attempt'>
  : never;

function getEventPayload<Event extends RunEvent>(event: Event): EventPayload<Event>;
function getEventPayload(event: RunEvent): object {
  if ('caseId' in event) {
    const { v, runId, seq, at, type, suiteKey, caseId, attempt, ...payload } = event;
    return payload;
  }
  const { v, runId, seq, at, type, ...payload } = event;
  return payload;
}

function parseFullPayload(database: Database, row: EventRow): unknown {
  return JSON.parse(row.data, row.blobs === 0 ? undefined : createBodyReviver(database));
}

function toObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
