import type { JsonObject } from '../values/index.ts';

/** A finished span, as every format has it. Times are milliseconds since 1970, UTC. */
export type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string | undefined;
  name: string;
  startedAt: number;
  endedAt: number;
  attributes: JsonObject;
  /** `at`: when it happened, where somebody wants to know. */
  events: { name: string; attributes: JsonObject; at?: number | undefined }[];
  /** What went wrong, if the span says so. */
  error?: string | undefined;
};
