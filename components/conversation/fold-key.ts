const LENGTH = 200;

/** Key under which a long message is stored as folded; messages with the same beginning share one. */
export function foldKey(text: string): string {
  return `fold ${text.slice(0, LENGTH)}`;
}
