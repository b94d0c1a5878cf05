/**
 * Converts offsets between the file's text and the editor, which has one character per line end and no byte order
 * mark. The file's text keeps its line ends and byte order mark, so an edit changes nothing else in the file.
 */
export type EditorOffsets = {
  toEditor(offset: number): number;
  toText(position: number): number;
  /** The line end that the Enter key inserts. */
  lineEnd: '\n' | '\r\n';
};

export function createEditorOffsets(text: string): EditorOffsets {
  const byteOrderMark = text.startsWith('\ufeff') ? 1 : 0;
  const crlfOffsets = findCrlfOffsets(text);
  const breaks = crlfOffsets.map((offset, index) => offset - byteOrderMark - index);
  return {
    toEditor: (offset) => Math.max(0, offset - byteOrderMark) - countLessThan(crlfOffsets, offset),
    toText: (position) => position + byteOrderMark + countLessThan(breaks, position),
    lineEnd: crlfOffsets.length > 0 ? '\r\n' : '\n',
  };
}

/** The text for the editor, without a byte order mark; the editor normalizes line ends itself. */
export function stripByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** Returns the offsets of all CRLF line ends. */
function findCrlfOffsets(text: string): number[] {
  const crlfOffsets: number[] = [];
  for (let position = text.indexOf('\r\n'); position !== -1; position = text.indexOf('\r\n', position + 2))
    crlfOffsets.push(position);
  return crlfOffsets;
}

function countLessThan(sortedOffsets: readonly number[], limit: number): number {
  let low = 0;
  let high = sortedOffsets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sortedOffsets[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
