import { readDocument } from './documents.ts';

/**
 * A row of a table that maps the features of another program: the form of the feature there, the command for it here,
 * and the expected behaviour.
 */
export type FeatureMappingRow = {
  line: number;
  form: string;
  command: string;
  /** The filter of the row, if any. It reads standard output, or the only file that matches the pattern `file`. */
  filter: { flags: string[]; program: string; file: string | undefined } | undefined;
  exitCode: number;
  prints: string[];
};

const HEAD = '| here | exits with | prints | deviates |';

/** Returns the rows of all tables in a document that have exactly the expected columns. */
export function readFeatureMappingRows(document: string): FeatureMappingRow[] {
  return parseFeatureMappingRows(readDocument(document), document);
}

/** Returns the rows of the tables. Throws for a row with the wrong number of cells, or without a command. */
export function parseFeatureMappingRows(markdown: string, document: string): FeatureMappingRow[] {
  const lines = markdown.split('\n');
  return lines.flatMap((text, index) => {
    if (!text.endsWith(HEAD)) return [];
    const rest = lines.slice(index + 2);
    const length = rest.findIndex((line) => !line.startsWith('|'));
    return rest
      .slice(0, length === -1 ? rest.length : length)
      .map((row, at) => parseFeatureMappingRow(document, index + 3 + at, row));
  });
}

function parseFeatureMappingRow(document: string, line: number, text: string): FeatureMappingRow {
  const cells = text
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
  const [form = '', here = '', exitCode = '', prints = ''] = cells;
  const [command, link, filter] = parseQuotedCell(here)[0]?.split(/ (\||&&) jq /) ?? [];
  if (cells.length !== 5 || !command || !/^\d+$/.test(exitCode))
    throw new Error(`${document}:${line} is no row of five cells with a command and an exit code`);
  return {
    line,
    form,
    command,
    exitCode: Number(exitCode),
    prints: parseQuotedCell(prints),
    filter: filter === undefined ? undefined : parseJqFilter(filter, link === '&&'),
  };
}

function parseJqFilter(text: string, hasFile: boolean): FeatureMappingRow['filter'] {
  const words = text.split(' ');
  const file = hasFile ? words.pop() : undefined;
  const flags = words.filter((word) => word.startsWith('-'));
  return { flags, program: words.slice(flags.length).join(' '), file };
}

function parseQuotedCell(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? '');
}
