import type { Json } from '../../values/index.ts';

export type MemorySpace = Map<string, Json>;

/**
 * The memory that is kept between the turns of an attempt: the values in the namespaces of `ctx.memory`, and the values
 * of `session.Set`.
 */
export type Session = Record<'user' | 'team' | 'chat' | 'values', MemorySpace> & {
  /** The contents of `Store` and `stores.<name>.*`, by the names of the stores. */
  stores: Map<string, MemorySpace>;
};

export type Sessions = { openSession(sessionId: string): Session };

const MAX_SESSIONS = 2_000;

/**
 * Creates the sessions of attempts, which share no memory. The oldest sessions are dropped, so that a large run does
 * not use too much memory.
 */
export function createSessions(): Sessions {
  const sessions = new Map<string, Session>();
  return {
    openSession(sessionId) {
      const session = sessions.get(sessionId) ?? {
        user: new Map(),
        team: new Map(),
        chat: new Map(),
        values: new Map(),
        stores: new Map(),
      };
      sessions.delete(sessionId);
      sessions.set(sessionId, session);
      const [oldest] = sessions.keys();
      if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
      return session;
    },
  };
}

export function findOrCreateStore({ stores }: Session, name: string): MemorySpace {
  const store = stores.get(name) ?? new Map();
  stores.set(name, store);
  return store;
}
