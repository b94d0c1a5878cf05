/** Identifies an attempt of a run by its suite, its case id and its attempt number. */
export type AttemptId = { suiteKey: string; caseId: string; attempt: number };

/** Identifies a case in a run, as a key for maps and lists. Created by `caseKey`, or in SQL by `CASE_KEY_SQL`. */
export type CaseKey = string & { readonly brand: 'CaseKey' };

/**
 * Identifies an attempt in a run. Created by `attemptKey`; the history database stores it in the column `attempt_key`.
 */
export type AttemptKey = string & { readonly brand: 'AttemptKey' };

export function caseKey(suiteKey: string, caseId: string): CaseKey {
  return castToKey(`${suiteKey}\n${caseId}`);
}

export function attemptKey({ suiteKey, caseId, attempt }: AttemptId): AttemptKey {
  return castToKey(JSON.stringify([suiteKey, caseId, attempt]));
}

/** Parses a case key from the query of a URL or from a response of the server. */
export function parseCaseKey(key: string): Omit<AttemptId, 'attempt'> {
  const end = key.indexOf('\n');
  return { suiteKey: key.slice(0, end), caseId: key.slice(end + 1) };
}

/** The cast is needed because the brand of the type exists only for the compiler. */
function castToKey<Key extends CaseKey | AttemptKey>(text: string): Key {
  return text as Key;
}
