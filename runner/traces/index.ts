/** Exports the reader of OpenTelemetry spans and of the model and tool calls that they describe. */
export { collectCallsInSpans, createTraceReader } from './read-calls.ts';
export { parseOtlpJson, parseOtlpProtobuf, type SpansResult } from './read-otlp.ts';
export { parseSpanRecords } from './read-span-records.ts';
export type { Span } from './span.ts';
export { buildOtlpRequest } from './write-otlp.ts';
