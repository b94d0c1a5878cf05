/** Returns true for a session itself, and for the sessions nested in it: `<session>:<name>` and `<session>/<name>`. */
export function belongsToSession(id: string, session: string): boolean {
  if (!id.startsWith(session)) return false;
  const next = id[session.length];
  return next === undefined || next === ':' || next === '/';
}
