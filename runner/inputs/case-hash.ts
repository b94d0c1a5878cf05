import { hash } from 'node:crypto';
import { canonicalJson, type Json } from '../values/index.ts';
import { usualRank } from './usual-order.ts';

const LENGTH = 12;

/**
 * Identifies the content of a case: equal for every way to write the same JSON. 72 bits of a SHA-256 in base64: enough
 * to tell the versions of one case apart, and short enough to keep for every case of a large file.
 */
export function caseHash(source: Json): string {
  // Any fixed order would do; in this one most files need no copy to be put in order.
  // No longer than this: the engine would keep the whole text in memory for a longer slice of it.
  return hash('sha256', canonicalJson(source, usualRank), 'base64url').slice(0, LENGTH);
}
