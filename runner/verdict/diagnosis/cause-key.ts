/** Returns a short, stable key for the cause of a failure: an FNV-1a hash with eight digits. */
export function hashCause(cause: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < cause.length; index += 1) hash = Math.imul(hash ^ cause.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
