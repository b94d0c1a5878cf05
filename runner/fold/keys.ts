export type AttemptKey = { suiteKey: string; caseId: string; attempt: number };

export function caseKey(suiteKey: string, caseId: string): string {
  return `${suiteKey}\n${caseId}`;
}

export function attemptKey(place: AttemptKey): string {
  return `${caseKey(place.suiteKey, place.caseId)}\n${place.attempt}`;
}
