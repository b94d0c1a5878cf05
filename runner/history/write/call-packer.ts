import { deflateRawSync } from 'node:zlib';
import type { AttemptKey } from '../../fold/index.ts';
import type { ColumnValue } from '../db/bulk-insert.ts';
import type { ModelCallText } from '../log/event-row.ts';
import { createCompressionDictionary } from '../log/model-calls.ts';

export const callColumns = ['run_id', 'seq', 'base', 'kept', 'bytes'];

type PackedCall = { seq: number; text: Buffer };
type CallsOfAttempt = { latest: PackedCall | undefined; bySeries: Map<string, PackedCall> };

/** Packs the model calls of running attempts. Each call is stored as its difference from the call that it continues. */
export type CallPacker = {
  rows(runId: string, calls: readonly ModelCallText[]): (ColumnValue | Buffer)[][];
  /** Releases the memory that this packer uses for the calls of a finished attempt. */
  forget(runId: string, attemptKey: AttemptKey): void;
};

export function createCallPacker(): CallPacker {
  const attempts = new Map<string, CallsOfAttempt>();
  return {
    rows: (runId, calls) =>
      calls.map(({ seq, attemptKey, series, text }) => {
        const key = runId + attemptKey;
        const attempt = attempts.get(key) ?? { latest: undefined, bySeries: new Map() };
        attempts.set(key, attempt);
        const before = attempt.bySeries.get(series);
        const base = before ?? attempt.latest;
        const bytes = Buffer.from(text, 'utf8');
        const sharedLength = before === undefined ? 0 : computeSharedPrefixLength(before.text, bytes);
        const packedCall = { seq, text: bytes };
        attempt.latest = packedCall;
        attempt.bySeries.set(series, packedCall);
        const packedRest = packText(bytes.subarray(sharedLength), createCompressionDictionary(base?.text));
        return [runId, seq, base?.seq ?? null, sharedLength, packedRest];
      }),
    forget: (runId, attemptKey) => void attempts.delete(runId + attemptKey),
  };
}

/**
 * Zlib parameters are chosen by the size of each text. Most texts are short, and setting up the maximum would take
 * longer than compressing them.
 */
const [LEAST_BITS, MAX_BITS, LEAST_MEMORY, LARGEST_CHUNK] = [9, 15, 4, 16_384];

function packText(text: Buffer, dictionary: Buffer): Buffer {
  const neededBits = 32 - Math.clz32(dictionary.length + text.length);
  const windowBits = Math.min(MAX_BITS, Math.max(LEAST_BITS, neededBits));
  const chunkSize = Math.min(LARGEST_CHUNK, text.length + 64);
  return deflateRawSync(text, { dictionary, windowBits, memLevel: Math.max(LEAST_MEMORY, windowBits - 7), chunkSize });
}

function computeSharedPrefixLength(one: Buffer, other: Buffer): number {
  const maxLength = Math.min(one.length, other.length);
  let length = 0;
  while (length < maxLength && one[length] === other[length]) length += 1;
  return length;
}
