/** What is said of a `type` that nobody knows, or that is not there. */
export function unknownType(what: string, input: unknown, known: readonly string[]): string {
  const named = typeof input === 'object' && input !== null && 'type' in input ? JSON.stringify(input.type) : 'missing';
  return `${what} type ${named} is not supported; known types: ${known.join(', ')}`;
}
