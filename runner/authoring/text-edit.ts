/** A change of a text: what stands from one offset to another is replaced. Offsets count UTF-16 units. */
export type TextEdit = { from: number; to: number; insert: string };

/** Makes changes that were all found in the same text; they do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const inOrder = [...edits].sort((left, right) => left.from - right.from || left.to - right.to);
  let result = '';
  let position = 0;
  for (const { from, to, insert } of inOrder) {
    result += text.slice(position, from) + insert;
    position = to;
  }
  return result + text.slice(position);
}
