/** Spans of OpenTelemetry, and the calls of models and tools that they tell of. */
export { callsInSpans, createTraceReader } from './read-calls.ts';
export { type ReadSpans, readOtlpJson, readOtlpProtobuf } from './read-otlp.ts';
export { readSpanRecords } from './read-span-records.ts';
export type { Span } from './span.ts';
export { otlpRequest } from './write-otlp.ts';
