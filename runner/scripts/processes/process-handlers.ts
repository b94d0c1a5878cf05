/** The name in `processes` whose handler answers a call: the very name, else the longest `prefix.*` that covers it. */
export function findHandler(name: string, registered: readonly string[]): string | undefined {
  if (registered.includes(name)) return name;
  const patterns = registered.filter((key) => key.endsWith('.*') && name.startsWith(key.slice(0, -1)));
  return patterns.toSorted((one, other) => other.length - one.length)[0];
}

/** Returns the arguments for a handler. One that covers many names also gets the name. */
export function handlerArguments(key: string, call: { name: string; values: readonly unknown[] }): unknown[] {
  return key.endsWith('.*') ? [call.name, ...call.values] : [...call.values];
}
