const KEY_TEXT_LENGTH = 200;

/**
 * Returns the key under which the page stores whether a long message is expanded. Messages with the same beginning have
 * the same key.
 */
export function expandedStateKey(text: string): string {
  return `fold ${text.slice(0, KEY_TEXT_LENGTH)}`;
}
