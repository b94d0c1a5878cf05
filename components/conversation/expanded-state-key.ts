const KEY_TEXT_LENGTH = 200;

/** Key under which the page stores whether a long message is open; messages with the same beginning share it. */
export function expandedStateKey(text: string): string {
  return `fold ${text.slice(0, KEY_TEXT_LENGTH)}`;
}
