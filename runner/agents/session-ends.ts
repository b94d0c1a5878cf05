/** What agents outside of this program have open for a session, and how it ends. */
export type SessionEnds = {
  /** `end` is called once, when nobody is asked in the session any more. It does not throw, and it ends by itself. */
  atEnd(sessionId: string, end: () => Promise<void>): void;
  /** Ends what is open for a session and for those inside it. Returns nothing where nothing is. */
  settled(sessionId: string): Promise<void> | undefined;
  close(): Promise<void>;
};

export function createSessionEnds(): SessionEnds {
  const open = new Map<string, (() => Promise<void>)[]>();

  async function end(sessionIds: readonly string[]): Promise<void> {
    const ends = sessionIds.flatMap((id) => open.get(id) ?? []);
    for (const id of sessionIds) open.delete(id);
    await Promise.all(ends.map((each) => each()));
  }

  return {
    atEnd(sessionId, ending) {
      open.set(sessionId, [...(open.get(sessionId) ?? []), ending]);
    },
    settled(sessionId) {
      if (open.size === 0) return undefined;
      const isOver = (id: string) =>
        id === sessionId || id.startsWith(`${sessionId}:`) || id.startsWith(`${sessionId}/`);
      const over = [...open.keys()].filter(isOver);
      return over.length === 0 ? undefined : end(over);
    },
    close: () => end([...open.keys()]),
  };
}
