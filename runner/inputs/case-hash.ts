import { hash } from 'node:crypto';
import { areKeysSorted, isJsonObject, type Json, type JsonObject, toCanonicalJson } from '../values/index.ts';
import { getConventionalKeyRank } from './conventional-key-order.ts';

const HASH_LENGTH = 12;

/**
 * Returns a hash of the content of a case, which does not depend on the formatting of its JSON. It is 72 bits of a
 * SHA-256 in base64: enough to distinguish the versions of one case, and small enough to store for every case of a
 * large file.
 */
export function computeCaseHash(source: Json): string {
  return hashText(toCanonicalText(source));
}

/**
 * Like `computeCaseHash`, but faster for many cases: caches the text of members that several cases share, and uses `canonical`
 * if the caller already has the canonical text.
 */
export function createCaseHash(): (source: Json, canonical?: string) => string {
  const members = new Map<string, CachedPropertyText>();
  return (source, canonical) => {
    if (canonical !== undefined) return hashText(canonical);
    return hashText(
      isJsonObject(source) && areKeysSorted(source, getConventionalKeyRank)
        ? formatCanonicalProperties(source, members)
        : toCanonicalText(source),
    );
  };
}

function hashText(text: string): string {
  // The hash is copied, because otherwise it would be a slice that keeps the whole original string in memory.
  return hash('sha256', text, 'base64url').slice(0, HASH_LENGTH);
}

function toCanonicalText(value: Json): string {
  // The hash needs a fixed order of keys. If the file already has this order, which is usual, the object is not copied.
  return toCanonicalJson(value, getConventionalKeyRank);
}

/** The most recently serialized member with a given key. */
type CachedPropertyText = { start: string; member: Json; text: string };

function formatCanonicalProperties(source: JsonObject, members: Map<string, CachedPropertyText>): string {
  let text = '';
  for (const key in source) {
    const member = source[key];
    if (member === undefined) continue;
    text += text === '' ? '{' : ',';
    text += formatCanonicalProperty(key, member, members);
  }
  return text === '' ? '{}' : `${text}}`;
}

function formatCanonicalProperty(key: string, member: Json, memberTexts: Map<string, CachedPropertyText>): string {
  const last = memberTexts.get(key);
  if (last !== undefined && last.member === member) return last.start + last.text;
  const text = typeof member === 'string' ? JSON.stringify(member) : toCanonicalText(member);
  if (last === undefined) {
    const start = `${JSON.stringify(key)}:`;
    memberTexts.set(key, { start, member, text });
    return start + text;
  }
  last.member = member;
  last.text = text;
  return last.start + text;
}
