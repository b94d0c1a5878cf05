import type { Span } from '../../../traces/index.ts';
import { toConversation } from '../conversations/trace-work.ts';
import type { ImportedConversation } from '../readers/conversation.ts';
import { findConversationId } from '../readers/traced-ids.ts';

/** Without new spans for this long, a conversation is stored. More spans later store it again, as a whole. */
const QUIET_MS = 5_000;
/** An incomplete conversation may be waiting for spans of a slow exporter. */
const PATIENCE_MS = 60_000;
const MOST_BYTES = 64 * 1024 ** 2;

/** `lost`: why conversations were dropped. */
export type ConversationsToStore = { due: ImportedConversation[]; lost: string[] };

/** The spans of running agents, by conversation, until they are stored. Times are in milliseconds. */
export type ArrivingConversations = {
  addSpans(spans: readonly Span[], now: number): void;
  /** True if nothing more fits into memory before something is stored. */
  isFull(): boolean;
  /**
   * Conversations that have been quiet for a while; with `all`, every one. They count as stored until more of their
   * spans arrive.
   */
  takeDue(now: number, all?: 'all'): ConversationsToStore;
  /** The number of conversations that have to be stored, and how many of them are quiet. */
  countUnstored(now: number): { waiting: number; quiet: number };
  /** Returns the conversations of the last `take` to the waiting ones, because they could not be stored. */
  restoreLastTaken(): void;
};

type ArrivingConversation = {
  traces: Map<string, Map<string, { span: Span; bytes: number }>>;
  bytes: number;
  changedAt: number;
  state: 'new' | 'taken' | 'stored';
};

export function createArrivingConversations(mostBytes = MOST_BYTES): ArrivingConversations {
  /** Ordered by their last change, so that the oldest ones are dropped first. */
  const conversations = new Map<string, ArrivingConversation>();
  const idsOfTraces = new Map<string, string>();
  let bytes = 0;

  function dropConversation(id: string): void {
    const arriving = conversations.get(id);
    if (arriving === undefined) return;
    conversations.delete(id);
    bytes -= arriving.bytes;
    for (const trace of arriving.traces.keys()) idsOfTraces.delete(trace);
  }

  /** Keeps a stored conversation in case it continues, as long as there is memory. */
  function dropStoredConversations(): void {
    for (const [id, { state }] of conversations) {
      if (bytes <= mostBytes) return;
      if (state === 'stored') dropConversation(id);
    }
  }

  /** Spans of a trace may arrive before the one that names the conversation. */
  function findOrCreateConversation(trace: string, spans: readonly Span[]): ArrivingConversation {
    const earlierId = idsOfTraces.get(trace);
    const earlier = earlierId === undefined ? undefined : conversations.get(earlierId)?.traces.get(trace);
    const knownSpans = [...(earlier?.values() ?? [])].map(({ span }) => span);
    const id = findConversationId([...knownSpans, ...spans]).id ?? earlierId ?? trace;
    const arriving = conversations.get(id) ?? { traces: new Map(), bytes: 0, changedAt: 0, state: 'new' };
    if (earlierId !== undefined && earlierId !== id) {
      const moved = conversations.get(earlierId);
      for (const [movedTrace, parts] of moved?.traces ?? []) {
        arriving.traces.set(movedTrace, parts);
        idsOfTraces.set(movedTrace, id);
      }
      arriving.bytes += moved?.bytes ?? 0;
      conversations.delete(earlierId);
    }
    conversations.delete(id);
    conversations.set(id, arriving);
    idsOfTraces.set(trace, id);
    return arriving;
  }

  function hasNoRecentSpans({ changedAt }: ArrivingConversation, now: number): boolean {
    return now - changedAt >= QUIET_MS;
  }

  return {
    addSpans(spans, now) {
      for (const [trace, below] of Map.groupBy(spans, ({ traceId }) => traceId)) {
        const arriving = findOrCreateConversation(trace, below);
        const parts = arriving.traces.get(trace) ?? new Map();
        arriving.traces.set(trace, parts);
        for (const span of below) {
          const size = JSON.stringify(span).length;
          const difference = size - (parts.get(span.spanId)?.bytes ?? 0);
          parts.set(span.spanId, { span, bytes: size });
          arriving.bytes += difference;
          bytes += difference;
        }
        arriving.changedAt = now;
        arriving.state = 'new';
      }
      dropStoredConversations();
    },
    isFull: () => bytes > mostBytes,
    countUnstored(now) {
      const waiting = [...conversations.values()].filter(({ state }) => state === 'new');
      return { waiting: waiting.length, quiet: waiting.filter((one) => hasNoRecentSpans(one, now)).length };
    },
    takeDue(now, all) {
      for (const arriving of conversations.values()) if (arriving.state === 'taken') arriving.state = 'stored';
      const result: ConversationsToStore = { due: [], lost: [] };
      for (const [id, arriving] of conversations) {
        if (arriving.state !== 'new' || (all === undefined && !hasNoRecentSpans(arriving, now))) continue;
        const converted = toConversation({ id, traces: listTracesByStart(arriving) });
        if (converted.kind === 'conversation') {
          arriving.state = 'taken';
          result.due.push(converted.conversation);
        } else if (all !== undefined || bytes > mostBytes || now - arriving.changedAt >= PATIENCE_MS) {
          result.lost.push(`${converted.lost.what}: ${converted.lost.why}`);
          dropConversation(id);
        }
      }
      return result;
    },
    restoreLastTaken() {
      for (const arriving of conversations.values()) if (arriving.state === 'taken') arriving.state = 'new';
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
