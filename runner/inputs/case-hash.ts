import { hash } from 'node:crypto';
import { canonicalJson, type Json } from '../contract/index.ts';

const LENGTH = 12;

const usualOrder = (
  'id name role type use path value pattern input content assert expected simulator checkpoints after description ' +
  'required max_turns options metadata tags timeout'
).split(' ');
const ranks: ReadonlyMap<string, number> = new Map(usualOrder.map((key, rank) => [key, rank]));

/**
 * Identifies the content of a case: equal for every way to write the same JSON. 72 bits of a SHA-256 in base64: enough
 * to tell the versions of one case apart, and short enough to keep for every case of a large file.
 */
export function caseHash(source: Json): string {
  // No longer than this: the engine would keep the whole text in memory for a longer slice of it.
  return hash('sha256', canonicalJson(source, asPeopleWrite), 'base64url').slice(0, LENGTH);
}

/** Any fixed order would do. In this one most files need no copy to be put in order. */
function asPeopleWrite(left: string, right: string): boolean {
  const leftRank = ranks.get(left) ?? usualOrder.length;
  const rightRank = ranks.get(right) ?? usualOrder.length;
  return leftRank === rightRank ? left < right : leftRank < rightRank;
}
