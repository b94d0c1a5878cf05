import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type Database, database } from '../../runner/history/db/index.ts';
import {
  findLastSeq,
  interruptOrphanedRuns,
  type LiveText,
  readLiveTexts,
  readRunStatus,
} from '../../runner/history/index.ts';
import { type ChunkReader, createChunkReader, type EventChunk } from './event-chunks.ts';
import { createLiveTextDeltaEncoder, type LiveTextDeltaEncoder } from './live-text-delta-encoder.ts';

const POLL_INTERVAL_MS = 25;
const RUN_STATUS_CHECK_INTERVAL_MS = 2000;
/**
 * How many milliseconds the follower of a run's log continues after its last client has disconnected, because clients
 * often come back or follow one another.
 */
const READER_LINGER_MS = 2000;

type FollowRequest = { runId: string; afterSeq: number };

export type RunLogFollower = {
  /**
   * Yields the stored events after `afterSeq` and then new ones, as messages of an event stream without gaps. Ends
   * after `run.finished`, if the run is unknown, or when `signal` aborts.
   */
  follow(from: FollowRequest, signal: AbortSignal): AsyncGenerator<Uint8Array>;
  isWatched(runId: string): boolean;
};

/** The reader of a run's log that all clients of the run share. */
type SharedLogReader = {
  /** Emits `change` when `seq`, `texts` or `state` changes. */
  changes: EventEmitter;
  seq: number;
  /** The answers that are still streaming. */
  texts: ReadonlyMap<string, LiveText>;
  state: 'goes on' | 'over' | { failed: unknown };
  watchers: number;
  end: AbortController;
};

declare global {
  // Stored in a global variable, because Next may load this module once per bundle, but all clients of a run must share
  // one reader of its log.
  var turntreeRunTails: WeakMap<Database, RunLogFollower> | undefined;
}

/** Returns the follower of run logs that the whole process shares. */
export function getSharedRunLogFollower(): RunLogFollower {
  globalThis.turntreeRunTails ??= new WeakMap();
  const history = database();
  const tails =
    globalThis.turntreeRunTails.get(history) ?? createRunLogFollower(history, { lingerMs: READER_LINGER_MS });
  globalThis.turntreeRunTails.set(history, tails);
  return tails;
}

/**
 * Creates a follower of run logs. Reading a log starts with the run's first client and stops `lingerMs` after the last
 * one has left. New events are read and formatted once for all clients; a client that lags behind gets earlier chunks
 * at its own pace.
 */
export function createRunLogFollower(database: Database, { lingerMs = 0 } = {}): RunLogFollower {
  const tails = new Map<string, SharedLogReader>();
  const chunkAfter = createChunkReader(database);

  async function pollRunLog(reader: SharedLogReader, runId: string): Promise<void> {
    let lastVersion: number | undefined;
    let checkAt = 0;
    while (!reader.end.signal.aborted && reader.state === 'goes on') {
      const version = Number(database.sqlite.pragma('data_version', { simple: true }));
      const isCheck = Date.now() >= checkAt;
      const isOver = isCheck && !isRunGrowing(runId);
      if (isCheck) checkAt = Date.now() + RUN_STATUS_CHECK_INTERVAL_MS;
      // The periodic check always reads the history, because SQLite's `data_version` does not change when this
      // connection itself writes.
      if (isCheck || version !== lastVersion) await readNewChunks(reader, runId);
      if (version !== lastVersion) notifyWatchers(reader, readLiveTexts(database, runId));
      lastVersion = version;
      if (isOver) setStateAndNotify(reader, 'over');
      await wait(POLL_INTERVAL_MS, undefined, { signal: reader.end.signal }).catch(() => undefined);
    }
  }

  function isRunGrowing(runId: string): boolean {
    interruptOrphanedRuns(database);
    return readRunStatus(database, runId) === 'running';
  }

  async function readNewChunks(reader: SharedLogReader, runId: string): Promise<void> {
    while (!reader.end.signal.aborted) {
      const chunk = await chunkAfter(runId, reader.seq);
      if (chunk === undefined) return;
      reader.seq = chunk.lastSeq;
      setStateAndNotify(reader, chunk.endsRun ? 'over' : 'goes on');
    }
  }

  function startLogReader(runId: string): SharedLogReader {
    const reader = createLogReader(findLastSeq(database, runId));
    tails.set(runId, reader);
    void pollRunLog(reader, runId).catch((failed: unknown) => {
      forgetLogReader(runId, reader);
      setStateAndNotify(reader, { failed });
    });
    return reader;
  }

  function releaseLogReader(runId: string, reader: SharedLogReader): void {
    reader.watchers -= 1;
    const endReaderIfUnwatched = (): void => {
      if (reader.watchers > 0) return;
      reader.end.abort();
      forgetLogReader(runId, reader);
    };
    if (lingerMs === 0) endReaderIfUnwatched();
    else setTimeout(endReaderIfUnwatched, lingerMs).unref();
  }

  function forgetLogReader(runId: string, reader: SharedLogReader): void {
    if (tails.get(runId) === reader) tails.delete(runId);
  }

  async function* followRunLog({ runId, afterSeq }: FollowRequest, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const reader = tails.get(runId) ?? startLogReader(runId);
    reader.watchers += 1;
    try {
      const watcher = { runId, seq: afterSeq, growth: createLiveTextDeltaEncoder() };
      while (!signal.aborted) {
        const unseen = await readEventsForWatcher(watcher, { tail: reader, chunkAfter });
        if (unseen === undefined) {
          if (reader.state === 'over') return;
          if (reader.state !== 'goes on') throw reader.state.failed;
          // If the wait was aborted, the client has disconnected, which is not an error.
          await once(reader.changes, 'change', { signal }).catch(() => undefined);
          continue;
        }
        yield unseen.bytes;
        if (unseen.endsRun) return;
      }
    } finally {
      releaseLogReader(runId, reader);
    }
  }

  return { follow: followRunLog, isWatched: (runId) => tails.has(runId) };
}

function createLogReader(seq: number): SharedLogReader {
  return {
    changes: new EventEmitter().setMaxListeners(0),
    seq,
    texts: new Map(),
    state: 'goes on',
    watchers: 0,
    end: new AbortController(),
  };
}

type LogWatcher = { runId: string; seq: number; growth: LiveTextDeltaEncoder };
type WatcherEventSource = { tail: SharedLogReader; chunkAfter: ChunkReader };

/** Returns the messages that this client has not received yet: events first, then streaming text. */
async function readEventsForWatcher(
  watcher: LogWatcher,
  { tail, chunkAfter }: WatcherEventSource,
): Promise<Pick<EventChunk, 'bytes' | 'endsRun'> | undefined> {
  // If the client has received all events up to `tail.seq`, the history need not be read.
  const chunk = watcher.seq < tail.seq ? await chunkAfter(watcher.runId, watcher.seq) : undefined;
  if (chunk !== undefined) {
    watcher.seq = chunk.lastSeq;
    return chunk;
  }
  const bytes = watcher.growth.formatUnsent(tail.texts);
  return bytes && { bytes, endsRun: false };
}

function notifyWatchers(reader: SharedLogReader, texts: SharedLogReader['texts']): void {
  if (texts.size === 0 && reader.texts.size === 0) return;
  reader.texts = texts;
  setStateAndNotify(reader, reader.state);
}

function setStateAndNotify(reader: SharedLogReader, state: SharedLogReader['state']): void {
  reader.state = state;
  reader.changes.emit('change');
}
