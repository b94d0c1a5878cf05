import { runRecordSchema } from './messages.ts';

/** A run whose machine says nothing for this long is left alone until it is heard of again. */
const SILENT_MS = 30_000;
/** Nothing of a run is begun that has been silent for this long, until it is heard of again. */
const RECENT_MS = 8_000;
/** And after this long nobody expects it any more. */
const GONE_MS = 30 * 60_000;
/** Every worker of a run has seen by then that it has ended. */
const ENDED_MS = 60_000;
/** Between two looks that are further apart the queue or this process was away, which is no silence of the run. */
const LONGEST_LOOK_MS = 2_000;

export type Pulse = {
  /** Whether the run goes on, as far as is known. A record that is missing says nothing. */
  isAlive(id: string, record: unknown): boolean;
  /** It has been heard of lately. */
  isRecent(id: string): boolean;
  /** It has been seen for long after its end, or for very long without a sign of life. */
  isGone(id: string): boolean;
};

type LastSign = { beat: number; lookedAt: number; silentMs: number; isReadable: boolean; isEnded: boolean };

/** Tells runs that go on from those whose machine is gone, by the clock of this process alone. */
export function createPulse(now: () => number = () => performance.now()): Pulse {
  const lastSigns = new Map<string, LastSign>();
  return {
    isAlive(id, data) {
      // Of another version nothing is known: whoever looks at it says so.
      const record = runRecordSchema.safeParse(data);
      const lastSign = lastSigns.get(id);
      const beat = record.success ? record.data.beat : (lastSign?.beat ?? 0);
      const lookedAt = now();
      if (lastSign === undefined || beat > lastSign.beat) {
        const isEnded = record.success && record.data.ended;
        lastSigns.set(id, { beat, lookedAt, silentMs: 0, isReadable: record.success, isEnded });
        return !isEnded;
      }
      lastSign.silentMs += Math.min(lookedAt - lastSign.lookedAt, LONGEST_LOOK_MS);
      lastSign.lookedAt = lookedAt;
      return !lastSign.isEnded && lastSign.silentMs < SILENT_MS;
    },
    isRecent: (id) => (lastSigns.get(id)?.silentMs ?? 0) < RECENT_MS,
    isGone(id) {
      const lastSign = lastSigns.get(id);
      return lastSign?.isReadable === true && lastSign.silentMs >= (lastSign.isEnded ? ENDED_MS : GONE_MS);
    },
  };
}
