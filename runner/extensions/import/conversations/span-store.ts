import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import type { ImportedConversation } from '../readers/conversation.ts';
import type { SkippedPart } from '../readers/import-source.ts';
import { findConversationId } from '../readers/traced-ids.ts';
import { type ByteRange, createAppendedTextFile } from './appended-text-file.ts';
import type { ConversationOutline, ConversationSource, ImportTarget } from './conversation-source.ts';
import type { ProposedCase } from './propose-case.ts';
import { JOB_SIZE, type SizedTraceJob, type TraceJobRunner } from './trace-job-runner.ts';
import { mergeSpansOfTrace, type SpansOfTrace, type TracedConversation, type TraceWithAllSpans } from './trace-work.ts';

export type SpanFilePosition = { file: string; line: number };

/**
 * Stores spans on disk, because the spans of one conversation may be spread over all files. Yields conversations in
 * chronological order.
 */
export type SpanStore = ConversationSource & {
  addSpans(parts: readonly SpansOfTrace[], position: SpanFilePosition): void;
  /** Records that the data at a position could not be read. */
  reportUnreadable(position: SpanFilePosition, why: string): void;
  closeDatabase(): void;
};

type SpanRow = Omit<TraceWithAllSpans, 'texts'> & ByteRange;
type ConversationRow = ByteRange & { proposedStart: number; proposedBytes: number };

/** The tables of a temporary database, which no other process reads. Its only transaction is never committed. */
const CREATE_TABLES_SQL = `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA cache_size = -4096;
  BEGIN;
  CREATE TABLE spans (trace TEXT, added INTEGER, conversation TEXT, is_mixed INTEGER, start INTEGER, bytes INTEGER,
    PRIMARY KEY (trace, added)) WITHOUT ROWID;
  CREATE TABLE traces (trace TEXT PRIMARY KEY, conversation TEXT, started REAL, file TEXT, line INTEGER, why TEXT);
  CREATE INDEX conversations ON traces (conversation, started);
  CREATE TABLE conversations_in_order (conversation TEXT);
  CREATE TABLE found (start INTEGER, bytes INTEGER, proposedStart INTEGER, proposedBytes INTEGER);`;

const ORDER_CONVERSATIONS_SQL = `INSERT INTO conversations_in_order
  SELECT conversation FROM traces GROUP BY conversation ORDER BY min(started), conversation`;

export function createSpanStore(jobRunner: TraceJobRunner): SpanStore {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-spans-'));
  const database = new Sqlite(path.join(folder, 'spans.db'));
  database.exec(CREATE_TABLES_SQL);
  const texts = createAppendedTextFile(path.join(folder, 'texts'));
  const addSpans = database.prepare('INSERT INTO spans VALUES (?, ?, ?, ?, ?, ?)');
  const addTrace = database.prepare(
    'INSERT INTO traces VALUES (?, NULL, ?, ?, ?, NULL) ON CONFLICT DO UPDATE SET started = min(started, excluded.started)',
  );
  const unreadableTraces: SkippedPart[] = [];
  let spanCount = 0;

  function* createConversationJobs(purpose: ImportTarget): Generator<SizedTraceJob> {
    let [conversations, size]: [TracedConversation[], number] = [[], 0];
    for (const { id, rows } of listSpanRowsByConversation(database)) {
      conversations.push({ id, traces: readWholeTraces(rows, texts.readText) });
      size += rows.reduce((sum, { bytes }) => sum + bytes, 0);
      if (size < JOB_SIZE) continue;
      yield { job: { kind: 'convert', conversations, purpose }, size };
      [conversations, size] = [[], 0];
    }
    yield { job: { kind: 'convert', conversations, purpose }, size };
  }

  function* iterateConversationRows(): Generator<ConversationRow> {
    const one = database.prepare<[number], ConversationRow>('SELECT * FROM found WHERE rowid = ?');
    for (let row = one.get(1), next = 2; row !== undefined; row = one.get(next), next += 1) yield row;
  }

  return {
    addSpans(parts, { file, line }) {
      for (const { trace, conversation, isMixed, started, text } of parts) {
        spanCount += 1;
        const { start, bytes } = texts.appendText(text);
        addSpans.run(trace, spanCount, conversation, Number(isMixed), start, bytes);
        addTrace.run(trace, started, file, line);
      }
    },
    reportUnreadable(position, why) {
      unreadableTraces.push({ ...position, what: 'spans', why, checks: 1 });
    },
    async *conversationOutlines(purpose) {
      for (const each of unreadableTraces) yield { kind: 'lost', lost: each } satisfies ConversationOutline;
      assignConversationIds(database, texts.readText);
      const keep = database.prepare('INSERT INTO found VALUES (?, ?, ?, ?)');
      database.exec('DELETE FROM found');
      for await (const result of jobRunner.runJobs(createConversationJobs(purpose))) {
        for (const { outline, conversation, proposed } of result.kind === 'converted' ? result.converted : []) {
          if (outline.kind === 'conversation') {
            const [whole, ofCase] = [texts.appendText(conversation), texts.appendText(proposed)];
            keep.run(whole.start, whole.bytes, ofCase.start, ofCase.bytes);
          }
          yield outline;
        }
      }
      // Frees memory of the worker thread that the next step needs.
      await jobRunner.endThread();
    },
    *conversations() {
      for (const conversationRow of iterateConversationRows()) {
        const conversation: ImportedConversation = JSON.parse(texts.readText(conversationRow));
        yield conversation;
      }
    },
    *proposedCases() {
      for (const { proposedStart: start, proposedBytes: bytes } of iterateConversationRows()) {
        const proposed: ProposedCase = JSON.parse(texts.readText({ start, bytes }));
        yield proposed;
      }
    },
    closeDatabase() {
      database.close();
      texts.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function* listSpanRowsByConversation(database: Sqlite.Database): Generator<{ id: string; rows: SpanRow[] }> {
  database.exec('DELETE FROM conversations_in_order');
  database.exec(ORDER_CONVERSATIONS_SQL);
  const find = database
    .prepare<[number], string>('SELECT conversation FROM conversations_in_order WHERE rowid = ?')
    .pluck();
  const spansOf = database.prepare<[string], SpanRow>(
    `SELECT t.trace, t.file, t.line, t.why, s.start, s.bytes FROM traces t JOIN spans s ON s.trace = t.trace
     WHERE t.conversation = ? ORDER BY t.started, t.rowid, s.added`,
  );
  for (let id = find.get(1), next = 2; id !== undefined; id = find.get(next), next += 1)
    yield { id, rows: spansOf.all(id) };
}

function readWholeTraces(rows: readonly SpanRow[], read: (range: ByteRange) => string): TraceWithAllSpans[] {
  const traces: TraceWithAllSpans[] = [];
  for (const { start, bytes, ...row } of rows) {
    const text = read({ start, bytes });
    const last = traces.at(-1);
    if (last?.trace === row.trace) last.texts.push(text);
    else traces.push({ ...row, texts: [text] });
  }
  return traces;
}

/**
 * Assigns a conversation id to every trace. Traces are parsed only if their spans name several conversations, which is
 * rare.
 */
function assignConversationIds(database: Sqlite.Database, read: (range: ByteRange) => string): void {
  const name = database.prepare('UPDATE traces SET conversation = ?, why = ? WHERE trace = ?');
  const mixedTraces = database
    .prepare<[], string>(
      'SELECT trace FROM spans GROUP BY trace HAVING count(DISTINCT conversation) > 1 OR max(is_mixed)',
    )
    .pluck()
    .all();
  database.exec(
    'UPDATE traces SET conversation = coalesce((SELECT max(conversation) FROM spans WHERE spans.trace = traces.trace), trace)',
  );
  const places = database.prepare<[string], ByteRange>('SELECT start, bytes FROM spans WHERE trace = ? ORDER BY added');
  for (const trace of mixedTraces) {
    const { id, why } = findConversationId(mergeSpansOfTrace(places.all(trace).map(read)));
    name.run(id ?? trace, why ?? null, trace);
  }
}
