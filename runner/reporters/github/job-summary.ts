const NOTE =
  '\n\n> This report was cut: a job summary has room for 1 MiB. Write it with `-o report.md` to keep all of it.\n';

/** As much of the report as fits into `room` bytes of UTF-8; says if something was cut off. */
export function jobSummary(pieces: Iterable<string>, room: number): string {
  const lines: string[] = [];
  let remaining = room - byteLength(NOTE);
  for (const piece of pieces) {
    remaining -= byteLength(piece);
    if (remaining < 0) return `${lines.join('')}${byteLength(NOTE) <= room ? NOTE : ''}`;
    lines.push(piece);
  }
  return lines.join('');
}

function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
