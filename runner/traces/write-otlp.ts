import { isJsonObject, type Json, type JsonObject } from '../values/index.ts';
import type { Span } from './span.ts';

const INTERNAL_SPAN_KIND = 1;
const ERROR_STATUS_CODE = 2;

export type TraceOrigin = { scope: string; resource: JsonObject };

/** Builds the JSON export request that an OTLP exporter would send. */
export function buildOtlpRequest(spans: readonly Span[], { scope, resource }: TraceOrigin): JsonObject {
  const scopeSpans = [{ scope: { name: scope }, spans: spans.map(toSpanJson) }];
  return { resourceSpans: [{ resource: { attributes: toKeyValues(resource) }, scopeSpans }] };
}

function toSpanJson({ traceId, spanId, parentSpanId, name, ...span }: Span): JsonObject {
  const { startedAt, endedAt, attributes, events, error } = span;
  return {
    traceId,
    spanId,
    name,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    kind: INTERNAL_SPAN_KIND,
    startTimeUnixNano: toNanoseconds(startedAt),
    endTimeUnixNano: toNanoseconds(endedAt),
    attributes: toKeyValues(attributes),
    events: events.map((event) => ({
      name: event.name,
      timeUnixNano: toNanoseconds(event.at ?? endedAt),
      attributes: toKeyValues(event.attributes),
    })),
    status: error === undefined ? {} : { code: ERROR_STATUS_CODE, message: error },
  };
}

/** Converts milliseconds to nanoseconds as a string, because a number would lose precision. */
export function toNanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1_000)) * 1_000n);
}

function toKeyValues(attributes: JsonObject): JsonObject[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: toAnyValue(value) }));
}

function toAnyValue(value: Json): JsonObject {
  if (Array.isArray(value)) return { arrayValue: { values: value.map(toAnyValue) } };
  if (isJsonObject(value)) return { kvlistValue: { values: toKeyValues(value) } };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (value === null) return {};
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
