import { runRecordSchema } from './messages.ts';

/** A run whose machine says nothing for this long is left alone until it is heard of again. */
const SILENT_MS = 30_000;

export type Pulse = { isAlive(id: string, record: unknown): boolean };

/** Tells runs that go on from those whose machine is gone, by the clock of this process alone. */
export function createPulse(now: () => number = () => performance.now(), silentMs = SILENT_MS): Pulse {
  const heard = new Map<string, { beat: number; at: number }>();
  return {
    isAlive(id, data) {
      // Of another version nothing is known: whoever looks at it says so.
      const record = runRecordSchema.safeParse(data);
      const beat = record.success ? record.data.beat : 0;
      const known = heard.get(id);
      if (known?.beat !== beat) heard.set(id, { beat, at: now() });
      return known?.beat !== beat || now() - known.at < silentMs;
    },
  };
}
