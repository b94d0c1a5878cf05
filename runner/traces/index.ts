/** OpenTelemetry spans and the model and tool calls that they describe. */
export { callsInSpans, createTraceReader } from './read-calls.ts';
export { type ReadSpans, readOtlpJson, readOtlpProtobuf } from './read-otlp.ts';
export { readSpanRecords } from './read-span-records.ts';
export type { Span } from './span.ts';
export { otlpRequest } from './write-otlp.ts';
