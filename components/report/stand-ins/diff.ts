type DiffPart = { value: string; added: boolean; removed: boolean };

/** A small replacement for `diff`: only the common beginning and end count as equal, everything between as changed. */
export function diffLines(before: string, after: string): DiffPart[] {
  return diffParts(before.split(/(?<=\n)/), after.split(/(?<=\n)/));
}

export function diffWordsWithSpace(before: string, after: string): DiffPart[] {
  return diffParts(before.split(/\b/), after.split(/\b/));
}

function diffParts(before: readonly string[], after: readonly string[]): DiffPart[] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const parts = [
    { value: before.slice(0, start).join(''), added: false, removed: false },
    { value: before.slice(start, before.length - end).join(''), added: false, removed: true },
    { value: after.slice(start, after.length - end).join(''), added: true, removed: false },
    { value: before.slice(before.length - end).join(''), added: false, removed: false },
  ];
  return parts.filter(({ value }) => value !== '');
}
