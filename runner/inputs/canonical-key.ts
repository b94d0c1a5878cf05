// This module must not use schemas: a form of the dashboard imports it, and would then load a schema library.
const keyByAlias: Readonly<Record<string, string>> = { assertions: 'assert', assertion: 'assert' };

type CanonicalKey = { name: string; spelling: 'exact' | 'alias' | 'variant' };

/**
 * Returns the schema's key for a key as written: the key itself, the target of an alias, or the same key with other
 * capitals.
 */
export function findCanonicalKey(key: string, knownKeys: readonly string[]): CanonicalKey | undefined {
  if (knownKeys.includes(key)) return { name: key, spelling: 'exact' };
  const alias = keyByAlias[key];
  if (alias !== undefined && knownKeys.includes(alias)) return { name: alias, spelling: 'alias' };
  const lowerCaseKey = key.toLowerCase();
  if (lowerCaseKey === key) return undefined;
  const variant =
    findCanonicalKey(lowerCaseKey, knownKeys) ??
    findCanonicalKey(knownKeys.find(createKeyMatcher(lowerCaseKey)) ?? '', knownKeys);
  return variant === undefined ? undefined : { name: variant.name, spelling: 'variant' };
}

export function listAliases(knownKeys: readonly string[]): string[] {
  return Object.keys(keyByAlias).filter((alias) => knownKeys.includes(keyByAlias[alias] ?? ''));
}

function createKeyMatcher(lowerCaseKey: string): (name: string) => boolean {
  return (name) => name.toLowerCase() === lowerCaseKey;
}
