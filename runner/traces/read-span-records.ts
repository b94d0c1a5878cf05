import { isJsonObject, type Json, type JsonObject } from '../values/index.ts';
import { parseOtlpValue, type SpansResult } from './read-otlp.ts';
import type { Span } from './span.ts';

/**
 * Reads spans from a JSON file: OTLP export requests, or spans as printed by the Python and JavaScript SDKs and
 * related tools, alone or in lists.
 */
export function parseSpanRecords(value: Json): SpansResult {
  if (Array.isArray(value)) return joinSpanResults(value.map(parseSpanRecords));
  if (!isJsonObject(value)) return { ok: false, problem: 'expected spans, found no object' };
  if (Object.hasOwn(value, 'resourceSpans')) return parseOtlpValue(value);
  for (const list of ['spans', 'data', 'traces']) {
    const innerList = value[list];
    if (Array.isArray(innerList)) return joinSpanResults(innerList.map(parseSpanRecords));
  }
  return parseSpanRecord(value);
}

function joinSpanResults(spansResults: readonly SpansResult[]): SpansResult {
  const spans: Span[] = [];
  for (const spansResult of spansResults) {
    if (!spansResult.ok) return spansResult;
    for (const span of spansResult.spans) spans.push(span);
  }
  return { ok: true, spans };
}

function parseSpanRecord(record: JsonObject): SpansResult {
  const context = findObjectField(record, 'spanContext', 'context') ?? record;
  const traceId = findIdField(context, 'traceId', 'trace_id');
  const spanId = findIdField(context, 'spanId', 'span_id');
  if (traceId === undefined || spanId === undefined) {
    const isBare = Object.keys(record).some((key) => /^(?:gen_ai|llm|ai|openinference)\./.test(key));
    const problem = isBare ? 'this has the attributes of a span, but is not a whole span' : 'this is not a span';
    return { ok: false, problem: `${problem}: it has no trace id and span id` };
  }
  const startedAt = parseTimeField(record, 'startTimeUnixNano', 'start_time', 'startTime', 'start_time_unix_nano');
  const endedAt = parseTimeField(record, 'endTimeUnixNano', 'end_time', 'endTime', 'end_time_unix_nano');
  if (startedAt === undefined) return { ok: false, problem: `the span ${spanId} does not say when it started` };
  if (endedAt === undefined) return { ok: false, problem: `the span ${spanId} has no end: the file was cut off` };
  const parent = findObjectField(record, 'parentSpanContext', 'parent') ?? record;
  const parentSpanId = findIdField(parent, ...(parent === record ? parentIdFieldNames : ['spanId', 'span_id']));
  const events = [record.events, record.span_events].filter((list) => Array.isArray(list)).flat();
  return {
    ok: true,
    spans: [
      {
        traceId,
        spanId,
        parentSpanId,
        startedAt,
        endedAt: Math.max(startedAt, endedAt),
        name: typeof record.name === 'string' ? record.name : '',
        attributes: parseSpanAttributes(record.attributes),
        events: events.filter(isJsonObject).map((event) => ({
          name: String(event.name ?? event.event_name ?? ''),
          attributes: parseSpanAttributes(event.attributes),
        })),
        error: getErrorOfSpanStatus(findObjectField(record, 'status')),
      },
    ],
  };
}

const parentIdFieldNames = ['parentSpanId', 'parent_span_id', 'parent_id'];

function findObjectField(record: JsonObject, ...names: string[]): JsonObject | undefined {
  return names.map((name) => record[name]).find(isJsonObject);
}

function findIdField(record: JsonObject, ...names: string[]): string | undefined {
  for (const name of names) {
    const id = record[name];
    if (typeof id === 'string' && id !== '') return id.replace(/^0x/, '').toLowerCase();
  }
  return undefined;
}

/**
 * Parses a time: a [seconds, nanoseconds] pair, a date, or a Unix time in nano-, micro- or milliseconds, or seconds.
 */
function parseTimeField(record: JsonObject, ...names: string[]): number | undefined {
  const rawTime = names.map((name) => record[name]).find((value) => value !== undefined && value !== null);
  if (Array.isArray(rawTime)) {
    const [seconds, nanoseconds] = rawTime;
    return typeof seconds === 'number' && typeof nanoseconds === 'number'
      ? seconds * 1e3 + nanoseconds / 1e6
      : undefined;
  }
  if (typeof rawTime !== 'number' && typeof rawTime !== 'string') return undefined;
  const number = Number(rawTime);
  if (!Number.isFinite(number)) {
    const date = Date.parse(String(rawTime));
    return Number.isNaN(date) ? undefined : date;
  }
  const scale = [1e17, 1e14, 1e11].findIndex((minimum) => number >= minimum);
  return number / ([1e6, 1e3, 1][scale] ?? 1e-3);
}

function parseSpanAttributes(rawAttributes: Json | undefined): JsonObject {
  if (isJsonObject(rawAttributes)) return rawAttributes;
  const result = parseOtlpValue({
    resourceSpans: [{ scopeSpans: [{ spans: [{ ...invalidSpanContext, attributes: rawAttributes ?? [] }] }] }],
  });
  return result.ok ? (result.spans[0]?.attributes ?? {}) : {};
}

const invalidSpanContext = { traceId: '0'.repeat(32), spanId: '0'.repeat(16) };

function getErrorOfSpanStatus(status: JsonObject | undefined): string | undefined {
  const code = status?.code ?? status?.status_code;
  if (code !== 2 && !/error/i.test(String(code))) return undefined;
  const message = status?.message ?? status?.description;
  return typeof message === 'string' && message !== '' ? message : 'failed';
}
