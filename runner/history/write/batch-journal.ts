import { closeSync, constants, openSync, readSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { threadId } from 'node:worker_threads';
import { userFolder } from '../../../bin/user-folder.cjs';
// biome-ignore lint/style/noRestrictedImports: the index would load all schemas into the writer thread
import { EVENT_VERSION } from '../../contract/event-version.ts';
import { freeBytes } from '../db/free-bytes.ts';
import { createReviver } from '../log/event-bodies.ts';
import { parseEventLines } from '../log/event-lines.ts';
import { splitRequestAndAnswer } from '../log/model-calls.ts';
import type { EventBatch } from './batch.ts';
import { EXPORT_VERSION } from './export-version.ts';

/** Reads a batch of the journal again and returns it. */
export type JournaledBatch = () => EventBatch;

type BatchJournal = {
  add(batch: EventBatch): JournaledBatch;
  /** Yields all batches of the journal in order. */
  batches(): Generator<EventBatch>;
  close(): void;
};

const LENGTH_BYTES = 4;

/**
 * A second copy of everything that was written about a run, in case the history is lost during the run. The copy is an
 * unnamed temporary file next to the history, which disappears with the process. Data that cannot be written to the
 * file stays in memory.
 */
export function createBatchJournal(history: string): BatchJournal {
  const descriptor = openScratchFile(`${history}.${process.pid}-${threadId}.part`);
  const rest: EventBatch[] = [];
  let size = 0;
  return {
    add(batch) {
      const length = rest.length > 0 ? undefined : appendBatch(descriptor, batch, size);
      if (length === undefined) {
        rest.push(batch);
        return () => batch;
      }
      const at = size;
      size += LENGTH_BYTES + length;
      return () => readBatch(descriptor, { at, length });
    },
    *batches() {
      for (let at = 0; at < size; ) {
        const length = readBytes(descriptor, at, LENGTH_BYTES).readUInt32LE();
        yield readBatch(descriptor, { at, length });
        at += LENGTH_BYTES + length;
      }
      yield* rest;
    },
    close() {
      if (descriptor !== undefined) closeSync(descriptor);
    },
  };
}

function openScratchFile(file: string): number | undefined {
  try {
    const descriptor = openSync(file, 'wx+', 0o600);
    rmSync(file);
    return descriptor;
  } catch {
    return undefined;
  }
}

/** Writes a batch. Returns its length, or undefined if writing fails. */
function appendBatch(descriptor: number | undefined, batch: EventBatch, at: number): number | undefined {
  if (descriptor === undefined) return undefined;
  const bytes = serialize(batch);
  const { length } = bytes;
  const prefix = Buffer.alloc(LENGTH_BYTES);
  prefix.writeUInt32LE(length);
  const isWritten = writeAll(descriptor, prefix, at) && writeAll(descriptor, bytes, at + LENGTH_BYTES);
  freeBytes(bytes);
  return isWritten ? length : undefined;
}

function readBatch(descriptor: number | undefined, { at, length }: { at: number; length: number }): EventBatch {
  const bytes = readBytes(descriptor, at + LENGTH_BYTES, length);
  const batch = deserialize(bytes);
  freeBytes(bytes);
  return batch;
}

/** Writes data to the file. Returns false if writing fails, for example because the disk is full. */
function writeAll(descriptor: number, bytes: Buffer, at: number): boolean {
  try {
    for (let offset = 0; offset < bytes.length; ) {
      offset += writeSync(descriptor, bytes, offset, bytes.length - offset, at + offset);
    }
    return true;
  } catch {
    return false;
  }
}

function readBytes(descriptor: number | undefined, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (descriptor !== undefined) readSync(descriptor, bytes, 0, length, at);
  return bytes;
}

/** The flags to open a file with: never overwrites an existing file or follows a symbolic link. */
const NEW_FILE_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/**
 * `add` adds batches to the file; it returns false if the batches cannot be read. `add` and `finish` return false if
 * writing to disk fails.
 */
export type RescueFile = {
  readonly name: string;
  add(batches: Iterable<EventBatch>): boolean;
  finish(): boolean;
  remove(): void;
};

/**
 * Opens a file for a run that cannot be written to its history; `importRuns` can read the file. It is placed next to
 * the history, otherwise in a folder of the user; returns undefined if neither is possible. The file starts with the
 * content of the journal.
 */
export function openRescueFile(history: string, journal: BatchJournal): RescueFile | undefined {
  const first = readFirstBatch(journal);
  if (first === undefined) return undefined;
  const { dir, name } = path.parse(history);
  for (const folder of [dir, userFolder('runs')]) {
    if (folder === undefined) continue;
    const file = createRescueFile(path.join(folder, `${name}.${first.runId}.jsonl`), first);
    if (file?.add(journal.batches()) === true) return file;
    file?.remove();
  }
  return undefined;
}

/** An unreadable journal must not end the writer thread, because the history may still accept the run. */
function readFirstBatch(journal: BatchJournal): EventBatch | undefined {
  try {
    return journal.batches().next().value ?? undefined;
  } catch {
    return undefined;
  }
}

function createRescueFile(name: string, first: EventBatch): RescueFile | undefined {
  let events = 0;
  try {
    const descriptor = openSync(name, NEW_FILE_FLAGS, 0o600);
    const write = (lines: readonly object[]): boolean => {
      try {
        writeFully(descriptor, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
        return true;
      } catch {
        return false;
      }
    };
    write(buildExportHeaderLines(first));
    return {
      name,
      add(batches) {
        try {
          for (const batch of batches) {
            const lines = toExportEvents(batch);
            events += lines.length;
            if (!write(lines)) return false;
          }
          return true;
        } catch {
          return false;
        }
      },
      finish() {
        const isWhole = write([{ type: 'run.end', events }]);
        if (isWhole) closeSync(descriptor);
        return isWhole;
      },
      remove() {
        closeSync(descriptor);
        rmSync(name, { force: true });
      },
    };
  } catch {
    return undefined;
  }
}

function buildExportHeaderLines(first: EventBatch): object[] {
  const [started] = toExportEvents(first);
  const tool = String(Object(started).toolVersion);
  return [
    { type: 'turntree.history', version: EXPORT_VERSION, tool, exportedAt: new Date().toISOString() },
    { type: 'run', runId: first.runId, host: os.hostname(), rescued: true },
  ];
}

function writeFully(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let offset = 0; offset < bytes.length; ) offset += writeSync(descriptor, bytes, offset);
}

function toExportEvents({ runId, events, blobs, calls }: EventBatch): object[] {
  const texts = new Map(blobs.map(({ sha256, text }) => [sha256, text]));
  const restore = createReviver((sha256) => texts.get(sha256));
  const exchanges = new Map(calls.map(({ seq, text }) => [seq, splitRequestAndAnswer(JSON.parse(text, restore))]));
  return parseEventLines(runId, events).map((row) => ({
    v: EVENT_VERSION,
    runId,
    seq: row.seq,
    at: row.at,
    type: row.type,
    ...parseOptionalAttemptKey(row.attemptKey),
    ...JSON.parse(row.data, row.blobs === 0 ? undefined : restore),
    ...exchanges.get(row.seq),
  }));
}

function parseOptionalAttemptKey(key: string | null): object {
  if (key === null) return {};
  const [suiteKey, caseId, attempt] = JSON.parse(key);
  return { suiteKey, caseId, attempt };
}
