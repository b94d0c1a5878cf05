/** All texts and numbers in a value, one after the other: what a search looks through. */
export function textsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null) return Object.values(value).map(textsIn).join('\n');
  return value === undefined ? '' : String(value);
}
