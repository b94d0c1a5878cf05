/** The name in `processes` whose handler answers a call: the very name, else the longest `prefix.*` that covers it. */
export function findHandler(name: string, registered: readonly string[]): string | undefined {
  if (registered.includes(name)) return name;
  const patterns = registered.filter((key) => key.endsWith('.*') && name.startsWith(key.slice(0, -1)));
  return patterns.toSorted((one, other) => other.length - one.length)[0];
}

/** What a handler is called with. One that covers many names has to know which it was. */
export function handlerArguments(key: string, call: { name: string; values: readonly unknown[] }): unknown[] {
  return key.endsWith('.*') ? [call.name, ...call.values] : [...call.values];
}
