import { runRecordSchema } from './messages.ts';

/** A run whose machine says nothing for this long is left alone until it is heard of again. */
const SILENT_MS = 30_000;
/** And after this long nobody expects it any more. */
const GONE_MS = 30 * 60_000;

export type Pulse = {
  isAlive(id: string, record: unknown): boolean;
  /** It has been seen for very long without a sign of life. */
  isGone(id: string): boolean;
};

/** Tells runs that go on from those whose machine is gone, by the clock of this process alone. */
export function createPulse(now: () => number = () => performance.now()): Pulse {
  const heard = new Map<string, { beat: number; at: number; isReadable: boolean }>();
  return {
    isAlive(id, data) {
      // Of another version nothing is known: whoever looks at it says so.
      const record = runRecordSchema.safeParse(data);
      const beat = record.success ? record.data.beat : 0;
      const known = heard.get(id);
      if (known?.beat !== beat) heard.set(id, { beat, at: now(), isReadable: record.success });
      return known?.beat !== beat || now() - known.at < SILENT_MS;
    },
    isGone(id) {
      const known = heard.get(id);
      return known?.isReadable === true && now() - known.at >= GONE_MS;
    },
  };
}
