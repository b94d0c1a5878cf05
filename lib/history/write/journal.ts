import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { threadId } from 'node:worker_threads';
import type { Batch } from './batch.ts';

export type Journal = {
  add(batch: Batch): void;
  /** Every batch, in order. */
  batches(): Generator<Batch>;
  close(): void;
};

const LENGTH = 4;

/**
 * All that was written of a run, once more, in case the history is lost while the run goes on: in a file beside it that
 * has no name, and is gone when the process is. What that file does not take stays in memory.
 */
export function createJournal(history: string): Journal {
  const descriptor = openScratch(`${history}.${process.pid}-${threadId}.part`);
  const rest: Batch[] = [];
  let size = 0;
  return {
    add(batch) {
      const bytes = rest.length > 0 || descriptor === undefined ? undefined : framed(batch);
      if (bytes === undefined || !writeAll(descriptor, bytes, size)) rest.push(batch);
      else size += bytes.length;
    },
    *batches() {
      for (let at = 0; at < size; ) {
        const length = read(descriptor, at, LENGTH).readUInt32LE();
        yield deserialize(read(descriptor, at + LENGTH, length));
        at += LENGTH + length;
      }
      yield* rest;
    },
    close() {
      if (descriptor !== undefined) closeSync(descriptor);
    },
  };
}

function openScratch(file: string): number | undefined {
  try {
    const descriptor = openSync(file, 'wx+', 0o600);
    rmSync(file);
    return descriptor;
  } catch {
    return undefined;
  }
}

function framed(batch: Batch): Buffer {
  const bytes = serialize(batch);
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Answers false when the disk does not take it. */
function writeAll(descriptor: number | undefined, bytes: Buffer, at: number): boolean {
  if (descriptor === undefined) return false;
  try {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(descriptor, bytes, done, bytes.length - done, at + done);
    }
    return true;
  } catch {
    return false;
  }
}

function read(descriptor: number | undefined, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (descriptor !== undefined) readSync(descriptor, bytes, 0, length, at);
  return bytes;
}
