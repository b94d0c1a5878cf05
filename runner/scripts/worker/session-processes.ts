import type { AgentEntryOf } from '../../contract/index.ts';
import { belongsToSession } from '../../ports/index.ts';
import type { ProcessSlot } from './process-slot.ts';

/**
 * Which calls share the variables of a module: the calls of one session (`case`), all calls (`suite`), or the calls of
 * one session in a separate process (`process`).
 */
export type SessionIsolation = NonNullable<AgentEntryOf<'module'>['isolate']>;

/** The maximum number of tracked sessions. It limits memory if the host never reports that sessions have ended. */
const MOST_SESSIONS = 2_000;

export type SessionProcesses = {
  /** Returns the process for a call of this session, if the process still accepts calls. */
  findSlot(session: string | undefined): ProcessSlot | undefined;
  /** Returns the process that sessions share; undefined if there is none or if it accepts no new sessions. */
  findShared(): ProcessSlot | undefined;
  /** Makes a new process the shared one of all sessions, and returns it. */
  makeShared(slot: ProcessSlot): ProcessSlot;
  /** Assigns a process to a session. If sessions share a process, later sessions also get it. */
  assignProcess(session: string | undefined, slot: ProcessSlot): ProcessSlot;
  forget(session: string): void;
};

/** Tracks which worker process has the module state of a session. */
export function createSessionProcesses(isolate: SessionIsolation): SessionProcesses {
  // Sessions in the order of their last use, the least recently used one first.
  const lanesBySession = new Map<string, ProcessSlot>();
  let shared: ProcessSlot | undefined;

  function assignSession(session: string, slot: ProcessSlot): void {
    lanesBySession.delete(session);
    lanesBySession.set(session, slot);
    const [oldest] = lanesBySession.keys();
    if (lanesBySession.size > MOST_SESSIONS && oldest !== undefined) dropSession(oldest);
  }

  function dropSession(session: string): void {
    const lane = lanesBySession.get(session);
    lanesBySession.delete(session);
    lane?.forget(session);
    retireIfUnused(lane);
  }

  function retireIfUnused(slot: ProcessSlot | undefined): void {
    if (slot === undefined || slot === shared || [...lanesBySession.values()].includes(slot)) return;
    slot.retire();
  }

  /** Sessions that use a worn process keep it until they end; new sessions get another process. */
  function retireWornSharedProcess(): void {
    if (isolate !== 'case' || shared?.worn !== true) return;
    const worn = shared;
    shared = undefined;
    retireIfUnused(worn);
  }

  return {
    findSlot(session = '') {
      retireWornSharedProcess();
      const slot =
        isolate === 'suite' ? shared : (lanesBySession.get(session) ?? (isolate === 'case' ? shared : undefined));
      if (slot?.open !== true) return undefined;
      if (isolate !== 'suite') assignSession(session, slot);
      return slot;
    },
    findShared() {
      retireWornSharedProcess();
      return shared?.open === true ? shared : undefined;
    },
    makeShared(slot) {
      shared = slot;
      return slot;
    },
    assignProcess(session = '', slot) {
      shared = isolate === 'process' ? undefined : slot;
      if (isolate !== 'suite') assignSession(session, slot);
      return slot;
    },
    forget(endedSession) {
      for (const session of [...lanesBySession.keys()]) {
        if (belongsToSession(session, endedSession)) dropSession(session);
      }
    },
  };
}
