import { runRecordSchema } from './messages.ts';

/** A run that is silent for this long is ignored until its next sign of life. */
const RUN_IGNORED_AFTER_MS = 30_000;
/** If a run is silent for this long, none of its attempts are started until its next sign of life. */
const MAX_HEARTBEAT_AGE_MS = 8_000;
/** A run that is silent for this long is given up. */
const RUN_ABANDONED_AFTER_MS = 30 * 60_000;
/** When a run has been over for this long, every worker has noticed that. */
const ENDED_RUN_RETENTION_MS = 60_000;
/**
 * The maximum silence counted for one interval between two checks. A longer interval means that the queue or this
 * process was not working, not that the run was silent.
 */
const MAX_CHECK_INTERVAL_MS = 2_000;

export type RunHeartbeats = {
  /**
   * Returns whether the run is still alive, as far as is known. A missing record does not mean that the run has ended.
   */
  isRunAlive(id: string, record: unknown): boolean;
  /** Returns whether the run has sent a sign of life recently. */
  isRecent(id: string): boolean;
  /** Returns whether the run's data can be removed: it ended long enough ago, or has been silent for very long. */
  isRunGone(id: string): boolean;
};

type LastHeartbeat = { beat: number; lookedAt: number; silentMs: number; isReadable: boolean; isEnded: boolean };

/** Distinguishes active runs from runs whose machine is gone. Uses only the clock of this process. */
export function createRunHeartbeats(now: () => number = () => performance.now()): RunHeartbeats {
  const lastHeartbeats = new Map<string, LastHeartbeat>();
  return {
    isRunAlive(id, data) {
      // A record of another version cannot be parsed; the calling code reports that.
      const record = runRecordSchema.safeParse(data);
      const lastHeartbeat = lastHeartbeats.get(id);
      const beat = record.success ? record.data.beat : (lastHeartbeat?.beat ?? 0);
      const lookedAt = now();
      if (lastHeartbeat === undefined || beat > lastHeartbeat.beat) {
        const isEnded = record.success && record.data.ended;
        lastHeartbeats.set(id, { beat, lookedAt, silentMs: 0, isReadable: record.success, isEnded });
        return !isEnded;
      }
      lastHeartbeat.silentMs += Math.min(lookedAt - lastHeartbeat.lookedAt, MAX_CHECK_INTERVAL_MS);
      lastHeartbeat.lookedAt = lookedAt;
      return !lastHeartbeat.isEnded && lastHeartbeat.silentMs < RUN_IGNORED_AFTER_MS;
    },
    isRecent: (id) => (lastHeartbeats.get(id)?.silentMs ?? 0) < MAX_HEARTBEAT_AGE_MS,
    isRunGone(id) {
      const lastHeartbeat = lastHeartbeats.get(id);
      return (
        lastHeartbeat?.isReadable === true &&
        lastHeartbeat.silentMs >= (lastHeartbeat.isEnded ? ENDED_RUN_RETENTION_MS : RUN_ABANDONED_AFTER_MS)
      );
    },
  };
}
