/** Fields with their keys in the spelling of programs: reports spell `duration_ms`. Values stay as they are. */
export function camelKeys<Value>(fields: Readonly<Record<string, Value>>): Record<string, Value> {
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.map(([key, value]) => [key.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), value]),
  );
}
