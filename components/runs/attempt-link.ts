/** The address of an attempt, to be sent to somebody. */
export function linkTo(place: { suiteKey: string; id: string; attempt: number }): string {
  const url = new URL(window.location.href);
  const { suiteKey, id, attempt } = place;
  url.search = new URLSearchParams({ suite: suiteKey, case: id, attempt: String(attempt) }).toString();
  return url.toString();
}
