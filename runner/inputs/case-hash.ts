import { hash } from 'node:crypto';
import { areInOrder, canonicalJson, isJsonObject, type Json, type JsonObject } from '../values/index.ts';
import { usualRank } from './usual-order.ts';

const LENGTH = 12;

/**
 * Identifies the content of a case: equal for every way to write the same JSON. 72 bits of a SHA-256 in base64: enough
 * to tell the versions of one case apart, and short enough to keep for every case of a large file.
 */
export function caseHash(source: Json): string {
  return hashText(canonicalText(source));
}

/** The same for many cases: what they have in common is written once, and what was written already is not written again. */
export function createCaseHash(): (source: Json, canonical?: string) => string {
  const members = new Map<string, Written>();
  return (source, canonical) => {
    if (canonical !== undefined) return hashText(canonical);
    return hashText(
      isJsonObject(source) && areInOrder(source, usualRank) ? textOfMembers(source, members) : canonicalText(source),
    );
  };
}

function hashText(text: string): string {
  // No longer than this: the engine would keep the whole text in memory for a longer slice of it.
  return hash('sha256', text, 'base64url').slice(0, LENGTH);
}

function canonicalText(value: Json): string {
  // Any fixed order would do; in this one most files need no copy to be put in order.
  return canonicalJson(value, usualRank);
}

/** The last member of a name that was written. */
type Written = { start: string; member: Json; text: string };

function textOfMembers(source: JsonObject, members: Map<string, Written>): string {
  let text = '';
  for (const key in source) {
    const member = source[key];
    if (member === undefined) continue;
    text += text === '' ? '{' : ',';
    text += textOfMember(key, member, members);
  }
  return text === '' ? '{}' : `${text}}`;
}

function textOfMember(key: string, member: Json, known: Map<string, Written>): string {
  const last = known.get(key);
  if (last !== undefined && last.member === member) return last.start + last.text;
  const text = typeof member === 'string' ? JSON.stringify(member) : canonicalText(member);
  if (last === undefined) {
    const start = `${JSON.stringify(key)}:`;
    known.set(key, { start, member, text });
    return start + text;
  }
  last.member = member;
  last.text = text;
  return last.start + text;
}
