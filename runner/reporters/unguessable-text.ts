/**
 * Returns text that agents, files and arguments cannot guess. `Math.random` is seeded by the system, and its values are
 * never shown; loading `node:crypto` would make `turntree --help` a quarter slower.
 */
export function createUnguessableText(): string {
  return Array.from({ length: 4 }, () => Math.random().toString(36).slice(2)).join('');
}
