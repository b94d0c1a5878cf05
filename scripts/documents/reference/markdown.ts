/** The first line of every generated page. */
export const NOTE = '<!-- Written by `npm run reference`. Change the sources that it reads, not this file. -->';

export function buildMarkdownPage(title: string, intro: string, sections: readonly string[]): string {
  return `${[NOTE, `# ${title}`, intro, ...sections.filter((section) => section !== '')].join('\n\n')}\n`;
}

export function formatMarkdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const formatTableRow = (cells: readonly string[]): string => `| ${cells.map(escapeTableCell).join(' | ')} |`;
  return [formatTableRow(head), formatTableRow(head.map(() => '---')), ...rows.map(formatTableRow)].join('\n');
}

export function formatInlineCode(text: string): string {
  return `\`${text}\``;
}

/** Escapes the text of a table cell: a pipe would end the cell, and angle brackets outside of code would be tags. */
function escapeTableCell(text: string): string {
  const parts = text.replaceAll(/\s*\n\s*/g, ' ').split('`');
  const escaped = parts.map((part, index) => (index % 2 === 0 ? part.replaceAll('<', '&lt;') : part));
  return escaped.join('`').replaceAll('|', '\\|');
}
