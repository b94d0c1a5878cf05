const NOTE =
  '\n\n> This report was cut: a job summary has room for 1 MiB. Write it with `-o report.md` to keep all of it.\n';

/** As much of a report as has room, in bytes of UTF-8; what is cut off is said. */
export function jobSummary(pieces: Iterable<string>, room: number): string {
  const lines: string[] = [];
  let remaining = room - bytes(NOTE);
  for (const piece of pieces) {
    remaining -= bytes(piece);
    if (remaining < 0) return `${lines.join('')}${bytes(NOTE) <= room ? NOTE : ''}`;
    lines.push(piece);
  }
  return lines.join('');
}

function bytes(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
