import { belongsToSession } from '../ports/index.ts';
import { EmptyingMap } from '../values/index.ts';

/** Closes what agents keep open for a session outside this process, such as programs and connections. */
export type SessionCleanup = {
  /**
   * Registers `end`, which is called once when the session ends. `end` must not throw, and must not wait for anything
   * that may never happen.
   */
  onSessionEnd(sessionId: string, end: () => Promise<void>): void;
  /** Ends a session and the sessions nested in it. Returns undefined if there is nothing to close. */
  closeSession(sessionId: string): Promise<void> | undefined;
  close(): Promise<void>;
};

export function createSessionCleanup(): SessionCleanup {
  const open = new EmptyingMap<string, (() => Promise<void>)[]>();

  async function runCleanups(sessionIds: readonly string[]): Promise<void> {
    const ends = sessionIds.flatMap((id) => open.get(id) ?? []);
    for (const id of sessionIds) open.delete(id);
    await Promise.all(ends.map((each) => each()));
  }

  return {
    onSessionEnd(sessionId, ending) {
      const endings = open.get(sessionId);
      if (endings === undefined) open.set(sessionId, [ending]);
      else endings.push(ending);
    },
    closeSession(sessionId) {
      if (open.size === 0) return undefined;
      const endedSessions = [...open.keys()].filter((id) => belongsToSession(id, sessionId));
      return endedSessions.length === 0 ? undefined : runCleanups(endedSessions);
    },
    close: () => runCleanups([...open.keys()]),
  };
}
