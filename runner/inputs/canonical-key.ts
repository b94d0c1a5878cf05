// This module uses no schemas: a form of the dashboard needs it and must not load a schema library for it.
const aliases: Readonly<Record<string, string>> = { assertions: 'assert', assertion: 'assert' };

type CanonicalKey = { name: string; spelling: 'exact' | 'alias' | 'variant' };

/**
 * Returns the schema's key for a written key: the key itself, the target of an alias, or the same key in other
 * capitalization.
 */
export function findCanonicalKey(key: string, knownKeys: readonly string[]): CanonicalKey | undefined {
  if (knownKeys.includes(key)) return { name: key, spelling: 'exact' };
  const alias = aliases[key];
  if (alias !== undefined && knownKeys.includes(alias)) return { name: alias, spelling: 'alias' };
  const lowerCaseKey = key.toLowerCase();
  if (lowerCaseKey === key) return undefined;
  const variant =
    findCanonicalKey(lowerCaseKey, knownKeys) ??
    findCanonicalKey(knownKeys.find(createKeyMatcher(lowerCaseKey)) ?? '', knownKeys);
  return variant === undefined ? undefined : { name: variant.name, spelling: 'variant' };
}

export function listAliases(knownKeys: readonly string[]): string[] {
  return Object.keys(aliases).filter((alias) => knownKeys.includes(aliases[alias] ?? ''));
}

function createKeyMatcher(lowerCaseKey: string): (name: string) => boolean {
  return (name) => name.toLowerCase() === lowerCaseKey;
}
