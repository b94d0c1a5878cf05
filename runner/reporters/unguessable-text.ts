/**
 * Returns a random text that agents, files and arguments cannot guess. `Math.random` is good enough: its seed comes
 * from the system, and its values are never shown. Loading `node:crypto` would make `turntree --help` a quarter slower.
 */
export function createUnguessableText(): string {
  return Array.from({ length: 4 }, () => Math.random().toString(36).slice(2)).join('');
}
