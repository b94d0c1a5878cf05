import type { AgentEntryOf } from '../../contract/index.ts';
import type { WorkerLane } from './worker-lane.ts';

/** Who shares what a module keeps in variables: the calls of a session, all of them, or those of a session in a process of its own. */
export type Isolation = NonNullable<AgentEntryOf<'module'>['isolate']>;

/** Whoever is never told that a session is over does not fill the memory. */
const MOST_SESSIONS = 2_000;

export type SessionLanes = {
  /** The lane for a call of the session, if it is open. */
  laneOf(session: string | undefined): WorkerLane | undefined;
  /** Gives the session a new lane; where lanes are shared, those that come later, too. */
  enter(session: string | undefined, lane: WorkerLane): WorkerLane;
  forget(session: string): void;
};

/** Which worker has what a module keeps for a session. */
export function createSessionLanes(isolate: Isolation): SessionLanes {
  // The session that was called last comes last.
  const lanesBySession = new Map<string, WorkerLane>();
  let shared: WorkerLane | undefined;

  function remember(session: string, lane: WorkerLane): void {
    lanesBySession.delete(session);
    lanesBySession.set(session, lane);
    const [oldest] = lanesBySession.keys();
    if (lanesBySession.size > MOST_SESSIONS && oldest !== undefined) drop(oldest);
  }

  function drop(session: string): void {
    const lane = lanesBySession.get(session);
    lanesBySession.delete(session);
    lane?.forget(session);
    endIfUnused(lane);
  }

  function endIfUnused(lane: WorkerLane | undefined): void {
    if (lane === undefined || lane === shared || [...lanesBySession.values()].includes(lane)) return;
    void lane.end();
  }

  /** Its sessions keep it until they are over; the others get another. */
  function retireWorn(): void {
    if (isolate !== 'case' || shared?.worn !== true) return;
    const worn = shared;
    shared = undefined;
    endIfUnused(worn);
  }

  return {
    laneOf(session = '') {
      retireWorn();
      const lane =
        isolate === 'suite' ? shared : (lanesBySession.get(session) ?? (isolate === 'case' ? shared : undefined));
      if (lane?.open !== true) return undefined;
      if (isolate !== 'suite') remember(session, lane);
      return lane;
    },
    enter(session = '', lane) {
      shared = isolate === 'process' ? undefined : lane;
      if (isolate !== 'suite') remember(session, lane);
      return lane;
    },
    forget(over) {
      for (const session of [...lanesBySession.keys()]) {
        if (session === over || session.startsWith(`${over}:`) || session.startsWith(`${over}/`)) drop(session);
      }
    },
  };
}
