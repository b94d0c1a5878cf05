import type { Json } from '../../values/index.ts';

export type MemorySpace = Map<string, Json>;

/**
 * The memory that an attempt keeps between its turns: the values by namespace of `ctx.memory`, and those of
 * `session.Set`.
 */
export type Session = Record<'user' | 'team' | 'chat' | 'values', MemorySpace> & {
  /** Contents of `Store` and `stores.<name>.*`; the keys are the names of stores. */
  stores: Map<string, MemorySpace>;
};

export type Sessions = { openSession(sessionId: string): Session };

const MAX_SESSIONS = 2_000;

/** Attempts share no memory. The oldest sessions are dropped, so that a large run does not use too much memory. */
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
