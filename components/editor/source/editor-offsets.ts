/**
 * Converts offsets between the file's text and the editor, which has one character per line end and no byte order
 * mark. The file's text keeps its line ends and byte order mark, so an edit changes nothing else in the file.
 */
export type EditorOffsets = {
  toEditor(offset: number): number;
  toText(position: number): number;
  /** The line end that Enter inserts. */
  lineEnd: '\n' | '\r\n';
};

export function createEditorOffsets(text: string): EditorOffsets {
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  const pairs = findCrlfOffsets(text);
  const breaks = pairs.map((offset, index) => offset - mark - index);
  return {
    toEditor: (offset) => Math.max(0, offset - mark) - countLessThan(pairs, offset),
    toText: (position) => position + mark + countLessThan(breaks, position),
    lineEnd: pairs.length > 0 ? '\r\n' : '\n',
  };
}

/** The text for the editor, without a byte order mark; the editor normalizes line ends itself. */
export function stripByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** Returns the offsets of all CRLF line ends. */
function findCrlfOffsets(text: string): number[] {
  const pairs: number[] = [];
  for (let at = text.indexOf('\r\n'); at !== -1; at = text.indexOf('\r\n', at + 2)) pairs.push(at);
  return pairs;
}

function countLessThan(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
