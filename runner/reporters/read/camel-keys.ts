/** Converts keys such as `duration_ms` to camel case. The values stay unchanged. */
export function toCamelCaseKeys<Value>(fields: Readonly<Record<string, Value>>): Record<string, Value> {
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.map(([key, value]) => [key.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), value]),
  );
}
