const NOTE =
  '\n\n> This report was cut: a job summary has room for 1 MiB. Write it with `-o report.md` to keep all of it.\n';

/** As much of a report as has room, in bytes of UTF-8; what is cut off is said. */
export function jobSummary(pieces: Iterable<string>, room: number): string {
  const kept: string[] = [];
  let left = room - bytes(NOTE);
  for (const piece of pieces) {
    left -= bytes(piece);
    if (left < 0) return `${kept.join('')}${bytes(NOTE) <= room ? NOTE : ''}`;
    kept.push(piece);
  }
  return kept.join('');
}

function bytes(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
