const units = ['bytes', 'KB', 'MB', 'GB'] as const;

/** `780 bytes`, `195 KB`, `4.8 MB`. */
export function size(bytes: number): string {
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), units.length - 1);
  const number = bytes / 1024 ** power;
  return `${number.toFixed(number < 10 && power > 0 ? 1 : 0)} ${units[power]}`;
}
