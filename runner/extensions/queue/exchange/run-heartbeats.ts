import { runRecordSchema } from './messages.ts';

/** A run without heartbeats for this long is ignored until its next heartbeat. */
const RUN_IGNORED_AFTER_MS = 30_000;
/** If a run has had no heartbeat for this long, workers start none of its attempts until its next heartbeat. */
const MAX_HEARTBEAT_AGE_MS = 8_000;
/** A run without heartbeats for this long counts as dead, and its data is removed. */
const RUN_ABANDONED_AFTER_MS = 30 * 60_000;
/** The data of an ended run is kept this long, so that every worker can notice the end. */
const ENDED_RUN_RETENTION_MS = 60_000;
/**
 * The maximum time without heartbeats that is counted between two checks. If more time has passed, the queue or this
 * process was not working, and the run may have sent heartbeats.
 */
const MAX_CHECK_INTERVAL_MS = 2_000;

export type RunHeartbeats = {
  /**
   * Returns true unless the run is known to have ended or its heartbeats have stopped. A missing record does not mean
   * that the run has ended.
   */
  isRunAlive(id: string, record: unknown): boolean;
  /** Returns true if a heartbeat of the run arrived recently. */
  isRecent(id: string): boolean;
  /**
   * Returns true if the run's data can be removed: the run ended long enough ago, or has had no heartbeats for very
   * long.
   */
  isRunGone(id: string): boolean;
};

type LastHeartbeat = { beat: number; lookedAt: number; silentMs: number; isReadable: boolean; isEnded: boolean };

/** Distinguishes active runs from runs whose process has died. Uses only the clock of this process. */
export function createRunHeartbeats(now: () => number = () => performance.now()): RunHeartbeats {
  const lastHeartbeats = new Map<string, LastHeartbeat>();
  return {
    isRunAlive(id, data) {
      // A record of another version cannot be parsed. This is not reported here, but by the caller.
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
