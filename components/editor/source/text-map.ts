/**
 * Places in the text of a file and in the editor, which shows every line end as one character and no byte order mark.
 * The text keeps both as they are: an edit in the editor touches nothing beside it.
 */
export type TextMap = {
  toEditor(offset: number): number;
  toText(position: number): number;
  /** The line end that Enter inserts. */
  lineEnd: '\n' | '\r\n';
};

export function createTextMap(text: string): TextMap {
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  const pairs = pairsIn(text);
  const breaks = pairs.map((offset, index) => offset - mark - index);
  return {
    toEditor: (offset) => Math.max(0, offset - mark) - countBelow(pairs, offset),
    toText: (position) => position + mark + countBelow(breaks, position),
    lineEnd: pairs.length > 0 ? '\r\n' : '\n',
  };
}

/** The text as the editor takes it; it makes one character of every line end by itself. */
export function editorText(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** Finds the two-character line ends. */
function pairsIn(text: string): number[] {
  const pairs: number[] = [];
  for (let at = text.indexOf('\r\n'); at !== -1; at = text.indexOf('\r\n', at + 2)) pairs.push(at);
  return pairs;
}

function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
