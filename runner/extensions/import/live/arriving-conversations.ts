import type { Span } from '../../../traces/index.ts';
import { toConversation } from '../conversations/trace-work.ts';
import type { ImportedConversation } from '../readers/conversation.ts';
import { findConversationId } from '../readers/traced-ids.ts';

/**
 * A conversation is stored after this time without new spans. If more spans arrive later, the whole conversation is
 * stored again.
 */
const MIN_SPAN_PAUSE_MS = 5_000;
/** An incomplete conversation is kept for this time, because a slow exporter may still send its spans. */
const INCOMPLETE_CONVERSATION_TIMEOUT_MS = 60_000;
const MAX_BYTES = 64 * 1024 ** 2;

/** The conversations to store (`due`), and messages about conversations that were dropped (`lost`). */
export type ConversationsToStore = { due: ImportedConversation[]; lost: string[] };

/** Keeps the spans that running agents send, by conversation, until they are stored. Times are in milliseconds. */
export type ArrivingConversations = {
  addSpans(spans: readonly Span[], now: number): void;
  /** Returns true if there is no memory for more spans until some conversations are stored. */
  isFull(): boolean;
  /**
   * Returns the conversations to store: those without new spans for a while or, with `all`, every conversation. They
   * count as stored until more of their spans arrive.
   */
  takeDue(now: number, all?: 'all'): ConversationsToStore;
  /**
   * Returns the number of conversations that are not stored, and how many of these have received no spans for a while.
   */
  countUnstored(now: number): { waiting: number; quiet: number };
  /** Must be called if storing the conversations of the last `takeDue` has failed, so that they are returned again. */
  restoreLastTaken(): void;
};

type ArrivingConversation = {
  traces: Map<string, Map<string, { span: Span; bytes: number }>>;
  bytes: number;
  changedAt: number;
  state: 'new' | 'taken' | 'stored';
};

export function createArrivingConversations(maxBytes = MAX_BYTES): ArrivingConversations {
  /** The conversations in the order of their last change, because the least recently changed ones are dropped first. */
  const conversations = new Map<string, ArrivingConversation>();
  const idsOfTraces = new Map<string, string>();
  let bytes = 0;

  function dropConversation(id: string): void {
    const conversation = conversations.get(id);
    if (conversation === undefined) return;
    conversations.delete(id);
    bytes -= conversation.bytes;
    for (const trace of conversation.traces.keys()) idsOfTraces.delete(trace);
  }

  /** A stored conversation stays in memory as long as there is space, because more spans may arrive. */
  function dropStoredConversations(): void {
    for (const [id, { state }] of conversations) {
      if (bytes <= maxBytes) return;
      if (state === 'stored') dropConversation(id);
    }
  }

  /** Assigns a trace to a conversation. The span with the conversation id may arrive after other spans of the trace. */
  function findOrCreateConversation(trace: string, spans: readonly Span[]): ArrivingConversation {
    const earlierId = idsOfTraces.get(trace);
    const earlier = earlierId === undefined ? undefined : conversations.get(earlierId)?.traces.get(trace);
    const knownSpans = [...(earlier?.values() ?? [])].map(({ span }) => span);
    const id = findConversationId([...knownSpans, ...spans]).id ?? earlierId ?? trace;
    const conversation = conversations.get(id) ?? { traces: new Map(), bytes: 0, changedAt: 0, state: 'new' };
    if (earlierId !== undefined && earlierId !== id) {
      const earlierConversation = conversations.get(earlierId);
      for (const [movedTrace, parts] of earlierConversation?.traces ?? []) {
        conversation.traces.set(movedTrace, parts);
        idsOfTraces.set(movedTrace, id);
      }
      conversation.bytes += earlierConversation?.bytes ?? 0;
      conversations.delete(earlierId);
    }
    conversations.delete(id);
    conversations.set(id, conversation);
    idsOfTraces.set(trace, id);
    return conversation;
  }

  function hasNoRecentSpans({ changedAt }: ArrivingConversation, now: number): boolean {
    return now - changedAt >= MIN_SPAN_PAUSE_MS;
  }

  return {
    addSpans(spans, now) {
      for (const [trace, traceSpans] of Map.groupBy(spans, ({ traceId }) => traceId)) {
        const conversation = findOrCreateConversation(trace, traceSpans);
        const parts = conversation.traces.get(trace) ?? new Map();
        conversation.traces.set(trace, parts);
        for (const span of traceSpans) {
          const size = JSON.stringify(span).length;
          const difference = size - (parts.get(span.spanId)?.bytes ?? 0);
          parts.set(span.spanId, { span, bytes: size });
          conversation.bytes += difference;
          bytes += difference;
        }
        conversation.changedAt = now;
        conversation.state = 'new';
      }
      dropStoredConversations();
    },
    isFull: () => bytes > maxBytes,
    countUnstored(now) {
      const unstored = [...conversations.values()].filter(({ state }) => state === 'new');
      return { waiting: unstored.length, quiet: unstored.filter((one) => hasNoRecentSpans(one, now)).length };
    },
    takeDue(now, all) {
      for (const conversation of conversations.values())
        if (conversation.state === 'taken') conversation.state = 'stored';
      const result: ConversationsToStore = { due: [], lost: [] };
      for (const [id, conversation] of conversations) {
        if (conversation.state !== 'new' || (all === undefined && !hasNoRecentSpans(conversation, now))) continue;
        const converted = toConversation({ id, traces: listTracesByStart(conversation) });
        if (converted.kind === 'conversation') {
          conversation.state = 'taken';
          result.due.push(converted.conversation);
        } else if (
          all !== undefined ||
          bytes > maxBytes ||
          now - conversation.changedAt >= INCOMPLETE_CONVERSATION_TIMEOUT_MS
        ) {
          result.lost.push(`${converted.lost.what}: ${converted.lost.why}`);
          dropConversation(id);
        }
      }
      return result;
    },
    restoreLastTaken() {
      for (const conversation of conversations.values()) if (conversation.state === 'taken') conversation.state = 'new';
    },
  };
}

function listTracesByStart({ traces }: ArrivingConversation) {
  return [...traces]
    .map(([trace, parts]) => ({ trace, spans: [...parts.values()].map(({ span }) => span) }))
    .sort((one, other) => findEarliestStart(one.spans) - findEarliestStart(other.spans))
    .map(({ trace, spans }) => {
      const { why = null } = findConversationId(spans);
      return { trace, file: '', line: 0, why, texts: [JSON.stringify(spans)] };
    });
}

function findEarliestStart(spans: readonly Span[]): number {
  return spans.reduce((earliest, { startedAt }) => Math.min(earliest, startedAt), Number.POSITIVE_INFINITY);
}
