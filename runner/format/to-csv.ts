/** Formats rows as CSV according to RFC 4180. */
export function toCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((cells) => `${cells.map(toCsvCell).join(',')}\r\n`).join('');
}

function toCsvCell(value: string | number | null): string {
  if (typeof value !== 'string') return String(value ?? '');
  // The apostrophe at the beginning prevents spreadsheets from executing the value as a formula.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
