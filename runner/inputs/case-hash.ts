import { hash } from 'node:crypto';

/** Identifies the content of a case: equal for every way to write the same JSON. */
export function caseHash(canonical: string): string {
  return hash('sha256', canonical, 'hex');
}
