import { parseSpanRecords, type Span } from '../../../traces/index.ts';
import { MAX_RECORD_LEVELS, parseJson, toErrorMessage } from '../../../values/index.ts';
import type { ImportedConversation } from '../readers/conversation.ts';
import { reconstructTurns } from '../readers/traced-conversation.ts';
import { findConversationIdInSpan } from '../readers/traced-ids.ts';
import type { ConversationOrSkipped } from '../readers/transcripts.ts';
import { type ConversationOutline, type ImportTarget, toOutline } from './conversation-source.ts';
import { proposeCase } from './propose-case.ts';

/** Consecutive spans of one trace as JSON text, with what is needed to merge them with the other spans of the trace. */
export type SpansOfTrace = {
  trace: string;
  conversation: string | null;
  /** True if the spans contain the ids of several conversations. */
  isMixed: boolean;
  started: number;
  text: string;
};
export type ParsedSpans = { ok: true; parts: SpansOfTrace[] } | { ok: false; problem: string };

/**
 * All texts with spans of a trace, and the trace's position in the files. `why` is the reason if the trace cannot be
 * imported.
 */
export type TraceWithAllSpans = { trace: string; file: string; line: number; why: string | null; texts: string[] };
export type TracedConversation = { id: string; traces: TraceWithAllSpans[] };

/**
 * A converted conversation. `conversation` and `proposed` are JSON texts, because they are stored in a file until they
 * are needed.
 */
export type ConvertedConversation = { outline: ConversationOutline; conversation: string; proposed: string };

/** A CPU-intensive step of an import of traces. Jobs are independent of each other. */
export type TraceJob =
  | { kind: 'read'; texts: string[] }
  | { kind: 'convert'; conversations: TracedConversation[]; purpose: ImportTarget };
export type TraceResult =
  | { kind: 'read'; read: ParsedSpans[] }
  | { kind: 'converted'; converted: ConvertedConversation[] };

export function runTraceJob(job: TraceJob): TraceResult {
  switch (job.kind) {
    case 'read':
      return { kind: 'read', read: job.texts.map(parseSpans) };
    case 'convert':
      return { kind: 'converted', converted: job.conversations.map((one) => convertConversation(one, job.purpose)) };
    default:
      return job satisfies never;
  }
}

/**
 * Parses the spans in a text, which is an export request or what an SDK has printed. An empty text contains no spans.
 */
export function parseSpans(text: string): ParsedSpans {
  if (text.trim() === '') return { ok: true, parts: [] };
  try {
    const parsed = parseSpanRecords(parseJson(text.replace(/^\uFEFF/, ''), MAX_RECORD_LEVELS));
    return parsed.ok ? { ok: true, parts: toTraceParts(parsed.spans) } : parsed;
  } catch (error) {
    return { ok: false, problem: `this is not JSON, or it was cut off: ${toErrorMessage(error)}` };
  }
}

export function toTraceParts(spans: readonly Span[]): SpansOfTrace[] {
  return [...Map.groupBy(spans, ({ traceId }) => traceId)].map(([trace, spansOfTrace]) => {
    const ids = new Set(spansOfTrace.flatMap((span) => findConversationIdInSpan(span) ?? []));
    const [conversation = null] = ids;
    const started = spansOfTrace.reduce(
      (earliest, { startedAt }) => Math.min(earliest, startedAt),
      Number.POSITIVE_INFINITY,
    );
    return { trace, conversation, isMixed: ids.size > 1, started, text: JSON.stringify(spansOfTrace) };
  });
}

/** Returns the spans of a trace from all its texts. If a span was sent twice, the last version counts. */
export function mergeSpansOfTrace(texts: readonly string[]): Span[] {
  const spans = new Map<string, Span>();
  for (const text of texts) {
    const spansOfText: Span[] = JSON.parse(text);
    for (const span of spansOfText) spans.set(span.spanId, span);
  }
  return [...spans.values()].sort((one, other) => one.startedAt - other.startedAt);
}

function convertConversation(
  traced: TracedConversation,
  { suiteKey, isSuiteWanted }: ImportTarget,
): ConvertedConversation {
  const result = toConversation(traced);
  if (result.kind === 'lost') return { outline: result, conversation: '', proposed: '' };
  const { conversation } = result;
  return {
    outline: toOutline(result, suiteKey),
    conversation: JSON.stringify(conversation),
    proposed: isSuiteWanted ? JSON.stringify(proposeCase(conversation)) : '',
  };
}

/** Returns the conversation that consists of these traces, or the reason why it cannot be imported. */
export function toConversation({ id, traces }: TracedConversation): ConversationOrSkipped {
  const turns: ImportedConversation['turns'] = [];
  let agent: string | undefined;
  for (const [index, { trace, file, line, why, texts }] of traces.entries()) {
    const spans = mergeSpansOfTrace(texts);
    const extraction = why === null ? reconstructTurns(spans) : { ok: false as const, why };
    if (!extraction.ok) {
      const what = trace === id ? `trace ${trace}` : `conversation ${id}, trace ${trace}`;
      return { kind: 'lost', lost: { file, line, what, why: extraction.why, checks: 1 } };
    }
    if (index === 0) turns.push(...extraction.history);
    turns.push(...extraction.turns);
    agent ??= findAgentIdInSpans(spans);
  }
  return { kind: 'conversation', conversation: { id, turns, agent } };
}

function findAgentIdInSpans(spans: readonly Span[]): string | undefined {
  for (const { attributes } of spans) {
    const name = attributes['gen_ai.agent.name'] ?? attributes['agent.name'] ?? attributes['ai.telemetry.functionId'];
    if (typeof name === 'string' && name !== '') return name;
  }
  return undefined;
}
