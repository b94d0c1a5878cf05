import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { buildOtlpRequest, type Span } from '../traces/index.ts';
import { toNanoseconds } from '../traces/write-otlp.ts';
import { isJsonObject, type Json, type JsonObject } from '../values/index.ts';

/** Creates a span with these attributes; its other fields are plausible values. */
export function createSpan(id: number, attributes: JsonObject, fields: Partial<Span> = {}): Span {
  const startedAt = fields.startedAt ?? 1_700_000_000_000 + id * 10;
  return {
    traceId: 'a'.repeat(32),
    spanId: id.toString(16).padStart(16, '0'),
    parentSpanId: undefined,
    name: 'span',
    endedAt: startedAt + 5,
    events: [],
    error: undefined,
    ...fields,
    startedAt,
    attributes,
  };
}

export function formatSpanId(id: number): string {
  return id.toString(16).padStart(16, '0');
}

/** Encodes spans as JSON, as an exporter sends them. */
export function encodeSpansAsJson(spans: readonly Span[]): string {
  return JSON.stringify(buildOtlpRequest(spans, { scope: 'x', resource: {} }));
}

/** Encodes spans as Protocol Buffers, as an exporter sends them. */
export function encodeSpansAsProtobuf(spans: readonly Span[]): Uint8Array<ArrayBuffer> {
  const scope = new BinaryWriter();
  for (const span of spans) writeNestedMessage(scope, 2, (writer) => writeSpan(writer, span));
  const request = new BinaryWriter();
  writeNestedMessage(request, 1, (resource) => writeNestedMessage(resource, 2, (writer) => writer.raw(scope.finish())));
  return new Uint8Array(request.finish());
}

function writeNestedMessage(writer: BinaryWriter, number: number, write: (innerWriter: BinaryWriter) => void): void {
  writer.tag(number, WireType.LengthDelimited).fork();
  write(writer);
  writer.join();
}

function writeSpan(writer: BinaryWriter, span: Span): void {
  writer.tag(1, WireType.LengthDelimited).bytes(Buffer.from(span.traceId, 'hex'));
  writer.tag(2, WireType.LengthDelimited).bytes(Buffer.from(span.spanId, 'hex'));
  if (span.parentSpanId !== undefined) {
    writer.tag(4, WireType.LengthDelimited).bytes(Buffer.from(span.parentSpanId, 'hex'));
  }
  writer.tag(5, WireType.LengthDelimited).string(span.name);
  writer.tag(6, WireType.Varint).int32(1);
  writer.tag(7, WireType.Bit64).fixed64(toNanoseconds(span.startedAt));
  writer.tag(8, WireType.Bit64).fixed64(toNanoseconds(span.endedAt));
  writePairs(writer, 9, span.attributes);
  for (const { name, attributes } of span.events) {
    writeNestedMessage(writer, 11, (event) => {
      event.tag(1, WireType.Bit64).fixed64(0);
      event.tag(2, WireType.LengthDelimited).string(name);
      writePairs(event, 3, attributes);
    });
  }
  const { error } = span;
  if (error === undefined) return;
  writeNestedMessage(writer, 15, (status) => {
    status.tag(2, WireType.LengthDelimited).string(error);
    status.tag(3, WireType.Varint).int32(2);
  });
}

function writePairs(writer: BinaryWriter, number: number, attributes: JsonObject): void {
  for (const [key, value] of Object.entries(attributes)) {
    writeNestedMessage(writer, number, (pair) => {
      pair.tag(1, WireType.LengthDelimited).string(key);
      writeNestedMessage(pair, 2, (innerWriter) => writeValue(innerWriter, value));
    });
  }
}

function writeValue(writer: BinaryWriter, value: Json): void {
  if (Array.isArray(value)) {
    writeNestedMessage(writer, 5, (list) => {
      for (const item of value) writeNestedMessage(list, 1, (innerWriter) => writeValue(innerWriter, item));
    });
  } else if (isJsonObject(value)) writeNestedMessage(writer, 6, (map) => writePairs(map, 1, value));
  else if (typeof value === 'string') writer.tag(1, WireType.LengthDelimited).string(value);
  else if (typeof value === 'boolean') writer.tag(2, WireType.Varint).bool(value);
  else if (Number.isSafeInteger(value)) writer.tag(3, WireType.Varint).int64(String(value));
  else if (value !== null) writer.tag(4, WireType.Bit64).double(value);
}
