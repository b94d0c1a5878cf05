import { hash } from 'node:crypto';

const BYTES = 8;

/**
 * Identifies the content of a case: equal for every way to write the same JSON. 64 bits of a SHA-256: enough to tell
 * the versions of one case apart, and short enough to keep for every case of a large file.
 */
export function caseHash(canonical: string): string {
  // Not a slice of the whole: that would keep the whole in memory.
  return hash('sha256', canonical, 'buffer').subarray(0, BYTES).toString('hex');
}
