/** Of what sessions that are not being called have sent, so much stays in the worker. In UTF-16 units. */
const MOST_KEPT = 50_000_000;

/**
 * The long texts of a call. A conversation is handed over whole at every turn: of the texts of its last call, the worker
 * still has the first `kept`. It can forget the sessions that are `over`.
 */
export type SessionTexts = { session?: string; kept: number; added: readonly string[]; over: readonly string[] };

/** The host's side, one a worker. What texts are sent and forgotten, in this order, is what the worker has. */
export function createTextSender(mostKept = MOST_KEPT) {
  // The session that was called last comes last.
  const textsBySession = new Map<string, { texts: readonly string[]; size: number }>();
  let total = 0;

  function remember(session: string, texts: readonly string[]): void {
    const size = texts.reduce((sum, text) => sum + text.length, 0);
    total += size - (textsBySession.get(session)?.size ?? 0);
    textsBySession.delete(session);
    textsBySession.set(session, { texts, size });
  }

  /** The session that is called now, the last one, stays in any case. */
  function forget(): string[] {
    const over: string[] = [];
    for (const [session, { size }] of textsBySession) {
      if (total <= mostKept || over.length === textsBySession.size - 1) break;
      over.push(session);
      total -= size;
    }
    for (const session of over) textsBySession.delete(session);
    return over;
  }

  /** Nothing when there is nothing to send: then nothing is kept in mind either, however many sessions there are. */
  return (texts: readonly string[], session?: string): SessionTexts | undefined => {
    if (texts.length === 0) return undefined;
    if (session === undefined) return { kept: 0, added: texts, over: [] };
    const sharedCount = sharedStart(textsBySession.get(session)?.texts ?? [], texts);
    remember(session, texts);
    return { session, kept: sharedCount, added: texts.slice(sharedCount), over: forget() };
  };
}

/** The worker's side: answers all texts of a call. */
export function createTextReceiver() {
  const known = new Map<string, readonly string[]>();
  return (sent: SessionTexts | undefined): readonly string[] => {
    if (sent === undefined) return [];
    const { session, kept, added, over } = sent;
    for (const expired of over) known.delete(expired);
    if (session === undefined) return added;
    const texts = [...(known.get(session) ?? []).slice(0, kept), ...added];
    known.set(session, texts);
    return texts;
  };
}

function sharedStart(before: readonly string[], now: readonly string[]): number {
  let shared = 0;
  while (shared < before.length && shared < now.length && before[shared] === now[shared]) shared += 1;
  return shared;
}
