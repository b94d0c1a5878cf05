/** Maximum size of the texts that the worker keeps for sessions between their calls, in UTF-16 code units. */
const MAX_CACHED_LENGTH = 50_000_000;

/**
 * The long texts of a call. Every turn sends the whole conversation again, so only the difference is transferred: the
 * worker reuses the first `kept` texts of the session's last call. The worker forgets the sessions in `over`.
 */
export type SessionTextDelta = { session?: string; kept: number; added: readonly string[]; over: readonly string[] };

/**
 * Creates the host's half, one per worker. It always knows which texts the worker has, because host and worker apply
 * the same messages in the same order.
 */
export function createSessionTextSender(mostKept = MAX_CACHED_LENGTH) {
  // Sessions in the order of their last use, the least recently used one first.
  const textsBySession = new Map<string, { texts: readonly string[]; size: number }>();
  let total = 0;

  function storeSessionTexts(session: string, texts: readonly string[]): void {
    const size = texts.reduce((sum, text) => sum + text.length, 0);
    total += size - (textsBySession.get(session)?.size ?? 0);
    textsBySession.delete(session);
    textsBySession.set(session, { texts, size });
  }

  /** Removes the texts of old sessions, but never those of the current session, which is the last one. */
  function evictOldSessions(): string[] {
    const excessTexts: string[] = [];
    for (const [session, { size }] of textsBySession) {
      if (total <= mostKept || excessTexts.length === textsBySession.size - 1) break;
      excessTexts.push(session);
      total -= size;
    }
    for (const session of excessTexts) textsBySession.delete(session);
    return excessTexts;
  }

  /**
   * Returns undefined if the call has no long texts. Sessions without such texts are not tracked, because there may be
   * very many.
   */
  return (texts: readonly string[], session?: string): SessionTextDelta | undefined => {
    if (texts.length === 0) return undefined;
    if (session === undefined) return { kept: 0, added: texts, over: [] };
    const sharedCount = countCommonStart(textsBySession.get(session)?.texts ?? [], texts);
    storeSessionTexts(session, texts);
    return { session, kept: sharedCount, added: texts.slice(sharedCount), over: evictOldSessions() };
  };
}

/** Creates the worker's half, which restores all texts of a call. */
export function createSessionTextReceiver() {
  const textsBySession = new Map<string, readonly string[]>();
  return (sent: SessionTextDelta | undefined): readonly string[] => {
    if (sent === undefined) return [];
    const { session, kept, added, over } = sent;
    for (const expired of over) textsBySession.delete(expired);
    if (session === undefined) return added;
    const texts = [...(textsBySession.get(session) ?? []).slice(0, kept), ...added];
    textsBySession.set(session, texts);
    return texts;
  };
}

function countCommonStart(before: readonly string[], now: readonly string[]): number {
  let shared = 0;
  while (shared < before.length && shared < now.length && before[shared] === now[shared]) shared += 1;
  return shared;
}
