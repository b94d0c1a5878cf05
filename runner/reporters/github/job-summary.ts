const TRUNCATION_NOTE =
  '\n\n> This report was cut: a job summary has room for 1 MiB. Write it with `-o report.md` to keep all of it.\n';

/** Returns the beginning of the report that fits into `room` bytes of UTF-8, with a note if something was cut off. */
export function joinJobSummary(pieces: Iterable<string>, room: number): string {
  const lines: string[] = [];
  let remaining = room - getByteLength(TRUNCATION_NOTE);
  for (const piece of pieces) {
    remaining -= getByteLength(piece);
    if (remaining < 0) return `${lines.join('')}${getByteLength(TRUNCATION_NOTE) <= room ? TRUNCATION_NOTE : ''}`;
    lines.push(piece);
  }
  return lines.join('');
}

function getByteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
