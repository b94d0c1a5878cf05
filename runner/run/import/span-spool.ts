import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import type { ImportedConversation } from '../../interop/import/conversation.ts';
import { turnsInTrace } from '../../interop/import/traced-conversation.ts';
import { conversationIdIn, conversationIdOf } from '../../interop/import/traced-ids.ts';
import type { FoundConversation } from '../../interop/import/transcripts.ts';
import type { Span } from '../../traces/index.ts';
import { createTextFile, type TextPlace } from './text-file.ts';

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

type TraceRow = { trace: string; file: string; line: number; why: string | null };

/** All of it is one transaction that never ends: nobody else reads the file. */
const tables = `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
  BEGIN;
  CREATE TABLE spans (trace TEXT, added INTEGER, conversation TEXT, is_mixed INTEGER, start INTEGER, bytes INTEGER,
    PRIMARY KEY (trace, added)) WITHOUT ROWID;
  CREATE TABLE traces (trace TEXT PRIMARY KEY, conversation TEXT, started REAL, file TEXT, line INTEGER, why TEXT);
  CREATE INDEX conversations ON traces (conversation, started);
  CREATE TABLE found (start INTEGER, bytes INTEGER);`;

const conversationIds = 'SELECT conversation FROM traces GROUP BY conversation ORDER BY min(started), conversation';

export function createSpanSpool(): SpanSpool {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-spans-'));
  const database = new Sqlite(path.join(folder, 'spans.db'));
  database.exec(tables);
  const texts = createTextFile(path.join(folder, 'texts'));
  const addSpans = database.prepare('INSERT INTO spans VALUES (?, ?, ?, ?, ?, ?)');
  const addTrace = database.prepare(
    'INSERT INTO traces VALUES (?, NULL, ?, ?, ?, NULL) ON CONFLICT DO UPDATE SET started = min(started, excluded.started)',
  );
  const spansOf = database.prepare<[string], TextPlace>(
    'SELECT start, bytes FROM spans WHERE trace = ? ORDER BY added',
  );
  const read = (trace: string): Span[] =>
    joined(spansOf.all(trace).map((place): Span[] => JSON.parse(texts.read(place))));
  const lost: FoundConversation[] = [];
  let [added, isConverted] = [0, false];

  /** The second time, they are only read: what spans mean takes longest. */
  function* convert(): Generator<FoundConversation> {
    nameConversations(database, read);
    const keep = database.prepare('INSERT INTO found VALUES (?, ?)');
    const ids = database.prepare<[], string>(conversationIds).pluck().all();
    const tracesOf = database.prepare<[string], TraceRow>(
      'SELECT trace, file, line, why FROM traces WHERE conversation = ? ORDER BY started',
    );
    database.exec('DELETE FROM found');
    for (const id of ids) {
      const found = conversationOf(id, tracesOf.all(id), read);
      const { start, bytes } = texts.add(JSON.stringify(found));
      keep.run(start, bytes);
      yield found;
    }
    isConverted = true;
  }

  function* converted(): Generator<FoundConversation> {
    const one = database.prepare<[number], TextPlace>('SELECT start, bytes FROM found WHERE rowid = ?');
    for (let row = 1; ; row += 1) {
      const place = one.get(row);
      if (place === undefined) return;
      yield JSON.parse(texts.read(place));
    }
  }

  return {
    add(spans, { file, line }) {
      isConverted = false;
      for (const [trace, ofTrace] of Map.groupBy(spans, ({ traceId }) => traceId)) {
        added += 1;
        const ids = new Set(ofTrace.flatMap((span) => conversationIdIn(span) ?? []));
        const [id = null] = ids;
        const { start, bytes } = texts.add(JSON.stringify(ofTrace));
        addSpans.run(trace, added, id, Number(ids.size > 1), start, bytes);
        const started = ofTrace.reduce(
          (earliest, { startedAt }) => Math.min(earliest, startedAt),
          Number.POSITIVE_INFINITY,
        );
        addTrace.run(trace, started, file, line);
      }
    },
    lose(place, why) {
      lost.push({ kind: 'lost', lost: { ...place, what: 'spans', why, checks: 1 } });
    },
    *conversations() {
      yield* lost;
      yield* isConverted ? converted() : convert();
    },
    close() {
      database.close();
      texts.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
/** Spans of several conversations have to be looked at; most traces have none, or one. */
function nameConversations(database: Sqlite.Database, read: (trace: string) => Span[]): void {
  const name = database.prepare('UPDATE traces SET conversation = ?, why = ? WHERE trace = ?');
  const mixed = database
    .prepare<[], string>(
      'SELECT trace FROM spans GROUP BY trace HAVING count(DISTINCT conversation) > 1 OR max(is_mixed)',
    )
    .pluck()
    .all();
  database.exec(
    'UPDATE traces SET conversation = coalesce((SELECT max(conversation) FROM spans WHERE spans.trace = traces.trace), trace)',
  );
  for (const trace of mixed) {
    const { id, why } = conversationIdOf(read(trace));
    name.run(id ?? trace, why ?? null, trace);
  }
}

/** What was sent twice counts once, as it was sent last. */
function joined(added: readonly (readonly Span[])[]): Span[] {
  const spans = new Map(added.flat().map((span) => [span.spanId, span]));
  return [...spans.values()].sort((one, other) => one.startedAt - other.startedAt);
}

function conversationOf(id: string, traces: readonly TraceRow[], read: (trace: string) => Span[]): FoundConversation {
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
