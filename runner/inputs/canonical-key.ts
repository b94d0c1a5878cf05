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
  const lower = key.toLowerCase();
  if (lower === key) return undefined;
  const variant =
    findCanonicalKey(lower, knownKeys) ?? findCanonicalKey(knownKeys.find(createKeyMatcher(lower)) ?? '', knownKeys);
  return variant === undefined ? undefined : { name: variant.name, spelling: 'variant' };
}

export function listAliases(knownKeys: readonly string[]): string[] {
  return Object.keys(aliases).filter((alias) => knownKeys.includes(aliases[alias] ?? ''));
}

function createKeyMatcher(lower: string): (name: string) => boolean {
  return (name) => name.toLowerCase() === lower;
}
