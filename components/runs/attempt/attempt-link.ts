const parametersOfAttemptView = ['turn', 'pick', 'tab'];

/** Returns a URL of an attempt for sharing, which includes the current view. */
export function buildAttemptUrl(place: { suiteKey: string; id: string; attempt: number }): string {
  const url = new URL(window.location.href);
  const { suiteKey, id, attempt } = place;
  const search = new URLSearchParams({ suite: suiteKey, case: id, attempt: String(attempt) });
  for (const key of parametersOfAttemptView) {
    const value = url.searchParams.get(key);
    if (value !== null) search.set(key, value);
  }
  url.search = search.toString();
  return url.toString();
}
