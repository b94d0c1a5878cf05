/** Returns the words of at least four letters, in lower case. Shorter ones, such as "the" and "get", are in most texts. */
export function listLongWords(text: string): string[] {
  return text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
}
