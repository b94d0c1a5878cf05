import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import type { ImportedConversation } from '../../interop/import/conversation.ts';
import { turnsInTrace } from '../../interop/import/traced-conversation.ts';
import { conversationIdOf } from '../../interop/import/traced-ids.ts';
import type { FoundConversation } from '../../interop/import/transcripts.ts';
import type { Span } from '../../traces/index.ts';

export type SpanPlace = { file: string; line: number };

/** Spans on disk, since those of a conversation may stand anywhere in the files. */
export type SpanSpool = {
  add(spans: readonly Span[], place: SpanPlace): void;
  /** Something that cannot be read stands at a place. */
  lose(place: SpanPlace, why: string): void;
  /** The conversations that the spans are, the earliest first. */
  conversations(): Generator<FoundConversation>;
  close(): void;
};

type Row = { json: string };
type TraceRow = { trace: string; file: string; line: number };

export function createSpanSpool(): SpanSpool {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-spans-'));
  const database = new Sqlite(path.join(folder, 'spans.db'));
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE TABLE spans (trace TEXT, span TEXT, started REAL, json TEXT, PRIMARY KEY (trace, span)) WITHOUT ROWID;
    CREATE TABLE traces (trace TEXT PRIMARY KEY, conversation TEXT, started REAL, file TEXT, line INTEGER, why TEXT);
    CREATE INDEX conversations ON traces (conversation, started);`);
  const addSpan = database.prepare('INSERT OR REPLACE INTO spans VALUES (?, ?, ?, ?)');
  const addTrace = database.prepare(
    'INSERT INTO traces VALUES (?, NULL, ?, ?, ?, NULL) ON CONFLICT DO UPDATE SET started = min(started, excluded.started)',
  );
  const spansOf = database.prepare<[string], Row>('SELECT json FROM spans WHERE trace = ? ORDER BY started');
  const read = (trace: string): Span[] => spansOf.all(trace).map(({ json }): Span => JSON.parse(json));
  const lost: FoundConversation[] = [];
  let isSorted = false;

  function sort(): void {
    const name = database.prepare('UPDATE traces SET conversation = ?, why = ? WHERE trace = ?');
    const traces = database.prepare<[], { trace: string }>('SELECT trace FROM traces').all();
    database.transaction(() => {
      for (const { trace } of traces) {
        const { id, why } = conversationIdOf(read(trace));
        name.run(id ?? trace, why ?? null, trace);
      }
    })();
    isSorted = true;
  }

  return {
    add: database.transaction((spans: readonly Span[], { file, line }: SpanPlace) => {
      isSorted = false;
      for (const span of spans) {
        addSpan.run(span.traceId, span.spanId, span.startedAt, JSON.stringify(span));
        addTrace.run(span.traceId, span.startedAt, file, line);
      }
    }),
    lose(place, why) {
      lost.push({ kind: 'lost', lost: { ...place, what: 'spans', why, checks: 1 } });
    },
    *conversations() {
      yield* lost;
      if (!isSorted) sort();
      const ids = database
        .prepare<[], { id: string }>(
          'SELECT conversation AS id FROM traces GROUP BY conversation ORDER BY min(started), conversation',
        )
        .all();
      const tracesOf = database.prepare<[string], TraceRow & { why: string | null }>(
        'SELECT trace, file, line, why FROM traces WHERE conversation = ? ORDER BY started',
      );
      for (const { id } of ids) yield conversationOf(id, tracesOf.all(id), read);
    },
    close() {
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function conversationOf(
  id: string,
  traces: readonly (TraceRow & { why: string | null })[],
  read: (trace: string) => Span[],
): FoundConversation {
  const turns: ImportedConversation['turns'] = [];
  let agent: string | undefined;
  for (const [index, { trace, file, line, why }] of traces.entries()) {
    const spans = read(trace);
    const found = why === null ? turnsInTrace(spans) : { ok: false as const, why };
    if (!found.ok) {
      const what = trace === id ? `trace ${trace}` : `conversation ${id}, trace ${trace}`;
      return { kind: 'lost', lost: { file, line, what, why: found.why, checks: 1 } };
    }
    if (index === 0) turns.push(...found.history);
    turns.push(...found.turns);
    agent ??= agentIn(spans);
  }
  return { kind: 'conversation', conversation: { id, turns, agent } };
}

function agentIn(spans: readonly Span[]): string | undefined {
  for (const { attributes } of spans) {
    const name = attributes['gen_ai.agent.name'] ?? attributes['agent.name'] ?? attributes['ai.telemetry.functionId'];
    if (typeof name === 'string' && name !== '') return name;
  }
  return undefined;
}
