import type { JsonObject } from '../values/index.ts';

/** A finished span, independent of the format in which it was received. Times are milliseconds since 1970, UTC. */
export type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string | undefined;
  name: string;
  startedAt: number;
  endedAt: number;
  attributes: JsonObject;
  /** The events of the span. `at` is the time of an event; it is set only where it is needed. */
  events: { name: string; attributes: JsonObject; at?: number | undefined }[];
  /** The error that the span reports, if any. */
  error?: string | undefined;
};
