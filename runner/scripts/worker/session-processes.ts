import type { AgentEntryOf } from '../../contract/index.ts';
import { belongsToSession } from '../../ports/index.ts';
import type { ProcessSlot } from './process-slot.ts';

/**
 * Which calls share the variables of a module: the calls of one session (`case`), all calls (`suite`), or the calls of
 * one session in a separate process (`process`).
 */
export type SessionIsolation = NonNullable<AgentEntryOf<'module'>['isolate']>;

/** The maximum number of tracked sessions. It limits memory if the host never reports that sessions have ended. */
const MAX_SESSIONS = 2_000;

export type SessionProcesses = {
  /** Returns the process of this session, if it still accepts calls. */
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
  const slotsBySession = new Map<string, ProcessSlot>();
  let shared: ProcessSlot | undefined;

  function assignSession(session: string, slot: ProcessSlot): void {
    slotsBySession.delete(session);
    slotsBySession.set(session, slot);
    const [oldest] = slotsBySession.keys();
    if (slotsBySession.size > MAX_SESSIONS && oldest !== undefined) dropSession(oldest);
  }

  function dropSession(session: string): void {
    const slot = slotsBySession.get(session);
    slotsBySession.delete(session);
    slot?.forget(session);
    retireIfUnused(slot);
  }

  function retireIfUnused(slot: ProcessSlot | undefined): void {
    if (slot === undefined || slot === shared || [...slotsBySession.values()].includes(slot)) return;
    slot.retire();
  }

  /** Sessions whose process is due to be replaced keep it until they end; new sessions get another process. */
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
        isolate === 'suite' ? shared : (slotsBySession.get(session) ?? (isolate === 'case' ? shared : undefined));
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
      for (const session of [...slotsBySession.keys()]) {
        if (belongsToSession(session, endedSession)) dropSession(session);
      }
    },
  };
}
