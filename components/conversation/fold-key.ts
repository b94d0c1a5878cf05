const LENGTH = 200;

/** Under which name a long message is folded; two that begin alike are folded alike. */
export function foldKey(text: string): string {
  return `fold ${text.slice(0, LENGTH)}`;
}
