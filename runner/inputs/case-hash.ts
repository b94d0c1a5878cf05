import { hash } from 'node:crypto';

/** 128 bits of SHA-256: enough to tell contents apart, short enough to keep for every case. */
export function caseHash(canonical: string): string {
  return hash('sha256', canonical, 'hex').slice(0, 32);
}
