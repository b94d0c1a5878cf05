/** What the part of the address after `#` says: the case to open, the filter, the chosen status. */
export type Place = { case?: string; suite?: string; q?: string; status?: string };

export function placeOf(hash: string): Place {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const place: Place = {};
  for (const name of ['case', 'suite', 'q', 'status'] as const) {
    const value = words.get(name);
    if (value !== null && value !== '') place[name] = value;
  }
  return place;
}

export function hashOf(place: Place): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(place)) if (value !== undefined && value !== '') words.set(name, value);
  return words.size === 0 ? '' : `#${words.toString()}`;
}

/** Changes the address without a step in the browser's history. */
export function showPlace(place: Place): void {
  history.replaceState(null, '', hashOf(place) || location.pathname + location.search);
}
