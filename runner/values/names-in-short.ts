const NAMED = 10;

/** The first ten, and how many more there are. */
export function namesInShort(texts: readonly string[]): string {
  const more = texts.length > NAMED ? ` and ${texts.length - NAMED} more` : '';
  return `${texts.slice(0, NAMED).join(', ')}${more}`;
}
