/** Finds the handler for a name in `processes`: the exact name, otherwise the longest `prefix.*` that matches. */
export function findHandlerName(name: string, registered: readonly string[]): string | undefined {
  if (registered.includes(name)) return name;
  const patterns = registered.filter((key) => key.endsWith('.*') && name.startsWith(key.slice(0, -1)));
  return patterns.toSorted((one, other) => other.length - one.length)[0];
}

/** Returns the arguments for a handler. A `prefix.*` handler also gets the called name, first. */
export function buildHandlerArguments(key: string, call: { name: string; values: readonly unknown[] }): unknown[] {
  return key.endsWith('.*') ? [call.name, ...call.values] : [...call.values];
}
