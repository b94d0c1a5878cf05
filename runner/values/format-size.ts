const sizeUnits = ['bytes', 'KB', 'MB', 'GB'] as const;

/** Formats a number of bytes: `780 bytes`, `195 KB`, `4.8 MB`. */
export function formatSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), sizeUnits.length - 1);
  const number = bytes / 1024 ** power;
  return `${number.toFixed(number < 10 && power > 0 ? 1 : 0)} ${sizeUnits[power]}`;
}

/** Parses a size such as `16 MB`, `500KB` or `1.5 GB` to bytes; undefined for anything else and for zero. */
export function parseSize(text: string): number | undefined {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?) ?(bytes|[KMG]B)$/i.exec(text) ?? [];
  const power = sizeUnits.findIndex((name) => name.toLowerCase() === unit.toLowerCase());
  const bytes = Math.round(Number(number) * 1024 ** power);
  return power < 0 || bytes < 1 ? undefined : bytes;
}
