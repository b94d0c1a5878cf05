/** The suite, the id and the number that name an attempt of a run. */
export type AttemptId = { suiteKey: string; caseId: string; attempt: number };

/** Names a case of a run in maps and lists. Made by `caseKey`, or in SQL by `CASE_KEY`. */
export type CaseKey = string & { readonly brand: 'CaseKey' };

/** Names an attempt of a run. Made by `attemptKey`; the history stores it as `attempt_key`. */
export type AttemptKey = string & { readonly brand: 'AttemptKey' };

export function caseKey(suiteKey: string, caseId: string): CaseKey {
  return castToKey(`${suiteKey}\n${caseId}`);
}

export function attemptKey({ suiteKey, caseId, attempt }: AttemptId): AttemptKey {
  return castToKey(JSON.stringify([suiteKey, caseId, attempt]));
}

/** Parses a case key from a query or a response of the server. */
export function parseCaseKey(key: string): Omit<AttemptId, 'attempt'> {
  const end = key.indexOf('\n');
  return { suiteKey: key.slice(0, end), caseId: key.slice(end + 1) };
}

/** The brand exists only for the compiler, so a cast is the only way to make such a key. */
function castToKey<Key extends CaseKey | AttemptKey>(text: string): Key {
  return text as Key;
}
