import type { CallObservedInTraces } from '../ports/index.ts';
import { withoutUndefined } from '../values/index.ts';
import { interpretAiSdkSpan } from './conventions/ai-sdk.ts';
import { interpretGenAiSpan } from './conventions/gen-ai.ts';
import { interpretOpenInferenceSpan } from './conventions/openinference.ts';
import type { SpanInterpretation } from './conventions/span-interpretation.ts';
import type { Span } from './span.ts';

/** A model or tool call described by a span. */
export type TracedCall = { span: Pick<Span, 'traceId' | 'spanId'> } & CallObservedInTraces;

export type TraceReader = {
  /** Returns the calls that these spans describe, in span order. Leaves out calls that were returned before. */
  read(spans: readonly Span[]): TracedCall[];
};

/**
 * Reads spans as they arrive; each span is read once. If model calls are nested, as when two libraries trace the same
 * call, only the innermost call counts. One pass is enough, because inner spans end and are sent before the outer ones.
 */
export function createTraceReader(): TraceReader {
  const spanKeys = new Set<string>();
  const parents = new Map<string, string>();
  /** The keys of all spans that contain a model call. */
  const holders = new Set<string>();

  function holdAncestorSpans(span: Span): void {
    for (
      let parentKey = buildSpanKey(span, span.parentSpanId);
      parentKey !== undefined && !holders.has(parentKey);
      parentKey = parents.get(parentKey)
    ) {
      holders.add(parentKey);
    }
  }

  return {
    read(spans) {
      const newSpans = spans.filter((span) => {
        const key = buildSpanKey(span, span.spanId) ?? '';
        if (spanKeys.has(key)) return false;
        spanKeys.add(key);
        const parentKey = buildSpanKey(span, span.parentSpanId);
        if (parentKey !== undefined) parents.set(key, parentKey);
        // This span may already be marked because of a descendant that arrived earlier, so the mark is passed on to its
        // ancestors.
        if (holders.has(key) && parentKey !== undefined) holdAncestorSpans(span);
        return true;
      });
      const meanings = newSpans.map((span) => ({ span, meaning: interpretSpan(span) }));
      for (const { span, meaning } of meanings) if (meaning?.kind === 'model') holdAncestorSpans(span);
      return meanings
        .filter(({ span, meaning }) => meaning?.kind === 'tool' || !holders.has(buildSpanKey(span, span.spanId) ?? ''))
        .flatMap(({ span, meaning }) => (meaning === undefined ? [] : [toTracedCall(span, meaning)]));
    },
  };
}

/** Returns the calls in the spans of complete traces. */
export function collectCallsInSpans(spans: readonly Span[]): TracedCall[] {
  return createTraceReader().read(spans);
}

function buildSpanKey({ traceId }: Span, spanId: string | undefined): string | undefined {
  return spanId === undefined ? undefined : `${traceId} ${spanId}`;
}

/** Interprets a span. The most specific convention is tried first, because a span may follow several. */
function interpretSpan(span: Span): SpanInterpretation | undefined {
  const meaning = interpretAiSdkSpan(span) ?? interpretOpenInferenceSpan(span) ?? interpretGenAiSpan(span);
  return meaning === 'other' ? undefined : meaning;
}

function toTracedCall({ traceId, spanId, startedAt, endedAt, error }: Span, meaning: SpanInterpretation): TracedCall {
  const span = { traceId, spanId };
  const time = { startedAt, durationMs: Math.round((endedAt - startedAt) * 1_000) / 1_000 };
  const { kind, ...call } = meaning;
  if ('tool' in call) return { span, kind: 'tool', call: { ...withoutUndefined({ ...call, error }), ...time } };
  return { span, kind: 'model', call: { ...withoutUndefined({ ...call, error }), ...time } };
}
