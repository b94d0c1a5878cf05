/** The suite, the case id and the attempt number, which together identify an attempt of a run. */
export type AttemptId = { suiteKey: string; caseId: string; attempt: number };

/** The key of a case in a run, for maps and lists. Created by `caseKey`, or in SQL by `CASE_KEY_SQL`. */
export type CaseKey = string & { readonly brand: 'CaseKey' };

/** The key of an attempt in a run. Created by `attemptKey`; the history stores it as `attempt_key`. */
export type AttemptKey = string & { readonly brand: 'AttemptKey' };

export function caseKey(suiteKey: string, caseId: string): CaseKey {
  return castToKey(`${suiteKey}\n${caseId}`);
}

export function attemptKey({ suiteKey, caseId, attempt }: AttemptId): AttemptKey {
  return castToKey(JSON.stringify([suiteKey, caseId, attempt]));
}

/** Parses a case key that comes from a query or a response of the server. */
export function parseCaseKey(key: string): Omit<AttemptId, 'attempt'> {
  const end = key.indexOf('\n');
  return { suiteKey: key.slice(0, end), caseId: key.slice(end + 1) };
}

/** The brand of the type exists only for the compiler, so a cast is the only way to create such a key. */
function castToKey<Key extends CaseKey | AttemptKey>(text: string): Key {
  return text as Key;
}
