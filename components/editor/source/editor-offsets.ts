/**
 * Converts offsets between the text of a file and the editor, which has no byte order mark and counts every line end as
 * one character. The file keeps its byte order mark and line ends, so an edit changes nothing else in it.
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

/**
 * Returns the text for the editor, without a byte order mark. Line ends need no conversion, because the editor
 * normalizes them.
 */
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
