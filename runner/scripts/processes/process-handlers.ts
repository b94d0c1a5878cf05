import { isOneTypoAway } from '../../values/index.ts';

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

/** Returns a message for a name that is not registered, if it is a registered name with a typing mistake. */
export function findMisspeltProcess(name: string, registered: readonly string[]): string | undefined {
  if (findHandlerName(name, registered) !== undefined) return undefined;
  const near = registered.find((each) => each.toLowerCase() === name.toLowerCase() || isOneTypoAway(name, each));
  return near === undefined
    ? undefined
    : `no process has the name ${JSON.stringify(name)}, so the call fails (did you mean ${JSON.stringify(near)}?)`;
}
