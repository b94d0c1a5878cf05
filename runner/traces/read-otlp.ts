import * as z from 'zod';
import {
  formatSchemaProblems,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  toErrorMessage,
} from '../values/index.ts';
import { decodeTraces } from './decode-traces.ts';
import type { Span } from './span.ts';

/** The spans from an exporter's request, or why they cannot be read. */
export type SpansResult = { ok: true; spans: Span[] } | { ok: false; problem: string };

const ERROR_STATUS_CODE = 2;
/** The maximum nesting depth of lists and maps in an attribute. */
const MAX_LEVELS = 100;

const idSchema = z
  .string()
  .regex(/^[0-9a-f]*$/i)
  .transform((id) => id.toLowerCase());
/** A time in nanoseconds since 1970, as a string when a number would lose precision. */
const timeSchema = z.union([z.string().regex(/^\d{1,20}$/), z.number().nonnegative()]);
const attributesSchema = z.array(z.looseObject({ key: z.string(), value: z.unknown() }));
const statusCodeSchema = z.union([
  z.number(),
  z.literal('STATUS_CODE_ERROR').transform(() => ERROR_STATUS_CODE),
  z.string(),
]);
const spanSchema = z.looseObject({
  traceId: idSchema.pipe(z.string().length(32)),
  spanId: idSchema.pipe(z.string().length(16)),
  parentSpanId: idSchema.nullish(),
  name: z.string().default(''),
  startTimeUnixNano: timeSchema.default(0),
  endTimeUnixNano: timeSchema.default(0),
  attributes: attributesSchema.nullish(),
  events: z.array(z.looseObject({ name: z.string().default(''), attributes: attributesSchema.nullish() })).nullish(),
  status: z.looseObject({ code: statusCodeSchema.optional(), message: z.string().optional() }).nullish(),
});
const requestSchema = z.looseObject({
  resourceSpans: z
    .array(z.looseObject({ scopeSpans: z.array(z.looseObject({ spans: z.array(spanSchema).nullish() })).nullish() }))
    .nullish(),
});
type SpanRecord = z.infer<typeof spanSchema>;

/** Returns the spans of an OTLP export request in JSON. */
export function parseOtlpJson(text: string): SpansResult {
  return parseOtlpRequest(() => parseJson(text));
}

/** Returns the spans of an OTLP export request in Protocol Buffers. */
export function parseOtlpProtobuf(bytes: Uint8Array): SpansResult {
  return parseOtlpRequest(() => decodeTraces(bytes));
}

/** Like `parseOtlpJson`, but for JSON that is already parsed. */
export function parseOtlpValue(value: Json): SpansResult {
  return parseOtlpRequest(() => value);
}

function parseOtlpRequest(parse: () => unknown): SpansResult {
  let request: unknown;
  try {
    request = parse();
  } catch (error) {
    return { ok: false, problem: toErrorMessage(error) };
  }
  const parsed = requestSchema.safeParse(request);
  if (!parsed.success) return { ok: false, problem: formatSchemaProblems(parsed.error) };
  const scopes = (parsed.data.resourceSpans ?? []).flatMap((resource) => resource.scopeSpans ?? []);
  return { ok: true, spans: scopes.flatMap((scope) => scope.spans ?? []).map(toSpan) };
}

function toSpan(span: SpanRecord): Span {
  const { traceId, spanId, parentSpanId, name } = span;
  const startedAt = toMilliseconds(span.startTimeUnixNano);
  const events = (span.events ?? []).map((event) => ({
    name: event.name,
    attributes: toAttributesObject(event.attributes),
  }));
  const attributes = toAttributesObject(span.attributes);
  return {
    traceId,
    spanId,
    parentSpanId: parentSpanId === '' || parentSpanId === null ? undefined : parentSpanId,
    name,
    startedAt,
    endedAt: Math.max(startedAt, toMilliseconds(span.endTimeUnixNano)),
    attributes,
    events,
    error:
      span.status?.code === ERROR_STATUS_CODE
        ? findErrorMessage({ message: span.status.message, attributes, events })
        : undefined,
  };
}

type SpanErrorDetails = Pick<Span, 'attributes' | 'events'> & { message: string | undefined };

function findErrorMessage({ message = '', attributes, events }: SpanErrorDetails): string {
  const thrown = events.find(({ name }) => name === 'exception')?.attributes;
  const texts = [message, thrown?.['exception.message'], attributes['error.message'], attributes['error.type']];
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? 'failed';
}

function toMilliseconds(nanoseconds: string | number): number {
  return Math.round(Number(nanoseconds) / 1_000) / 1_000;
}

function toAttributesObject(attributes: z.infer<typeof attributesSchema> | null | undefined, level = 0): JsonObject {
  return Object.fromEntries((attributes ?? []).map(({ key, value }) => [key, toJsonFromOtlpValue(value, level)]));
}

const numberSchema = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number),
]);
const anyValueSchema = z.looseObject({
  stringValue: z.string().optional(),
  boolValue: z.boolean().optional(),
  intValue: numberSchema.optional(),
  doubleValue: z.union([z.number(), z.string()]).optional(),
  bytesValue: z.string().optional(),
  arrayValue: z.looseObject({ values: z.array(z.unknown()).nullish() }).optional(),
  kvlistValue: z.looseObject({ values: attributesSchema.nullish() }).optional(),
});

/** Converts an OTLP value to plain JSON. Invalid values become null. */
function toJsonFromOtlpValue(rawValue: unknown, level: number): Json {
  const text = getPlainStringValue(rawValue);
  if (text !== undefined && level <= MAX_LEVELS) return text;
  const { data } = anyValueSchema.safeParse(rawValue);
  if (data === undefined || level > MAX_LEVELS) return null;
  const { arrayValue, kvlistValue } = data;
  if (arrayValue !== undefined) return (arrayValue.values ?? []).map((value) => toJsonFromOtlpValue(value, level + 1));
  if (kvlistValue !== undefined) return toAttributesObject(kvlistValue.values, level + 1);
  const scalarValue =
    data.stringValue ?? data.boolValue ?? data.intValue ?? data.doubleValue ?? data.bytesValue ?? null;
  return typeof scalarValue === 'number' && !Number.isFinite(scalarValue) ? String(scalarValue) : scalarValue;
}

/**
 * A fast check for strings: most values are strings, and validating all of them with the schema takes a third of the
 * reading time.
 */
function getPlainStringValue(value: unknown): string | undefined {
  if (!isJsonObject(value) || typeof value.stringValue !== 'string') return undefined;
  return Object.keys(value).length === 1 ? value.stringValue : undefined;
}
