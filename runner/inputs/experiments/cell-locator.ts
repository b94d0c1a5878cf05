/** Finds where a cell of a table begins. Looks through the text only when the first one is asked for. */
export function createCellLocator(text: string): (record: number, cell: number) => number {
  let starts: number[] | undefined;
  return (record, cell) => {
    starts ??= recordStarts(text);
    const start = starts[record] ?? text.length;
    return cellStart(text, start, cell);
  };
}

function recordStarts(text: string): number[] {
  const starts = [0];
  let quoted = false;
  for (const { 0: mark, index } of text.matchAll(/"|\r\n|\n|\r/g)) {
    if (mark === '"') quoted = !quoted;
    else if (!quoted) starts.push(index + mark.length);
  }
  return starts;
}

function cellStart(text: string, recordStart: number, cell: number): number {
  let start = recordStart;
  let passed = 0;
  let quoted = false;
  for (let at = recordStart; at < text.length && passed < cell; at += 1) {
    const mark = text[at];
    if (mark === '"') quoted = !quoted;
    else if (!quoted && (mark === '\n' || mark === '\r')) break;
    else if (!quoted && mark === ',') {
      passed += 1;
      start = at + 1;
    }
  }
  return start + (/^[^\S\r\n]*/.exec(text.slice(start, start + 100))?.[0].length ?? 0);
}
