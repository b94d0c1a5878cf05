import { hash } from 'node:crypto';

const LENGTH = 12;

/**
 * Identifies the content of a case: equal for every way to write the same JSON. 72 bits of a SHA-256 in base64: enough
 * to tell the versions of one case apart, and short enough to keep for every case of a large file.
 */
export function caseHash(canonical: string): string {
  // No longer than this: the engine would keep the whole text in memory for a longer slice of it.
  return hash('sha256', canonical, 'base64url').slice(0, LENGTH);
}
