import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { QUEUE_KEY } from '../../../values/index.ts';
import { QueueError } from './queue-error.ts';

const MIN_KEY_LENGTH = 16;

/**
 * The place of an entry: its list and its id. The place is signed together with the text, so that nobody can move an
 * entry to another place. List names contain the id of the run; in the list of runs, the id of an entry is the id of
 * the run.
 */
export type SignedEntryAddress = { list: string; id: string };

/** The data of an entry, or the reason why it must not be used. */
export type SignatureCheck = { ok: true; data: unknown } | { ok: false; reason: string };

/**
 * Signs the entries of a queue, and checks the signatures of entries that others wrote. Without a key, entries are not
 * signed, and only unsigned entries are accepted.
 */
export type EntrySigner = {
  sign(address: SignedEntryAddress, data: unknown): unknown;
  verify(address: SignedEntryAddress, signedEntry: unknown): SignatureCheck;
};

/** The text is signed, not the parsed data, because a database may change the order of keys in objects. */
const signedEntrySchema = z.object({ text: z.string(), signature: z.string().optional() });

/** Throws a `QueueError` if the key is so short that it could be guessed. */
export function createEntrySigner(key: string | undefined): EntrySigner {
  if (key !== undefined && key.length < MIN_KEY_LENGTH) {
    throw new QueueError(`${QUEUE_KEY} is too short: it needs at least ${MIN_KEY_LENGTH} characters`, [
      'Make one with "openssl rand -hex 32", and set it for the run and for all its workers.',
    ]);
  }
  const signEntry = ({ list, id }: SignedEntryAddress, text: string): string | undefined => {
    if (key === undefined) return undefined;
    return createHmac('sha256', key)
      .update(JSON.stringify(['turntree-queue', 1, list, id, text]))
      .digest('base64');
  };
  return {
    sign(address, data) {
      const text = JSON.stringify(data);
      return { text, signature: signEntry(address, text) };
    },
    verify(address, signedEntry) {
      const parsed = signedEntrySchema.safeParse(signedEntry);
      if (!parsed.success) return createRefusedCheck('unreadable');
      const { text, signature } = parsed.data;
      const expected = signEntry(address, text);
      if (expected === undefined && signature !== undefined) return createRefusedCheck('unexpected');
      if (expected !== undefined && signature === undefined) return createRefusedCheck('unsigned');
      if (expected !== undefined && !isSameSignature(expected, signature)) return createRefusedCheck('forged');
      return parseSignedData(text);
    },
  };
}

/** The warning that is shown when a queue is used without a key. */
export const unsignedWarning = `nothing in this queue is signed: anyone who can write to it can give orders to workers; set ${QUEUE_KEY} for the run and for all its workers`;

const SAME_KEY_ADVICE = 'set the same key for the run and for all its workers';
const refusalReasons = {
  unreadable: 'the entry cannot be read: another version of Turntree wrote it',
  unexpected: `the entry is signed, and ${QUEUE_KEY} is not set here: ${SAME_KEY_ADVICE}`,
  unsigned: `the entry is not signed, although ${QUEUE_KEY} is set here: ${SAME_KEY_ADVICE}`,
  forged: `the entry is not signed with the ${QUEUE_KEY} that is set here: ${SAME_KEY_ADVICE}`,
} as const;

function createRefusedCheck(reason: keyof typeof refusalReasons): SignatureCheck {
  return { ok: false, reason: refusalReasons[reason] };
}

/** Parses the data without a limit of its depth, because answers of agents may be nested deeply. */
function parseSignedData(text: string): SignatureCheck {
  try {
    return { ok: true, data: JSON.parse(text) };
  } catch {
    return createRefusedCheck('unreadable');
  }
}

function isSameSignature(expected: string, signature = ''): boolean {
  const [expectedBytes, signatureBytes] = [Buffer.from(expected), Buffer.from(signature)];
  return expectedBytes.length === signatureBytes.length && timingSafeEqual(expectedBytes, signatureBytes);
}
