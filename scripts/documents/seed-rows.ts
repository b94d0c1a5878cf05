import { readDocument } from './documents.ts';

/** A row of a table of what the guide of another program has: a form, the command here, and what it does. */
export type SeedRow = {
  line: number;
  form: string;
  command: string;
  /** The filter that reads standard output, or the one file of this pattern, where a row has it. */
  filter: { flags: string[]; program: string; file: string | undefined } | undefined;
  exitCode: number;
  prints: string[];
};

const HEAD = '| here | exits with | prints | deviates |';

/** The rows of all tables of a document with these columns. */
export function seedRows(document: string): SeedRow[] {
  return rowsIn(readDocument(document), document);
}

/** Throws for a row that has another number of cells, or no command. */
export function rowsIn(markdown: string, document: string): SeedRow[] {
  const lines = markdown.split('\n');
  return lines.flatMap((text, index) => {
    if (!text.endsWith(HEAD)) return [];
    const rest = lines.slice(index + 2);
    const length = rest.findIndex((line) => !line.startsWith('|'));
    return rest.slice(0, length === -1 ? rest.length : length).map((row, at) => readRow(document, index + 3 + at, row));
  });
}

function readRow(document: string, line: number, text: string): SeedRow {
  const cells = text
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
  const [form = '', here = '', exitCode = '', prints = ''] = cells;
  const [command, link, filter] = quoted(here)[0]?.split(/ (\||&&) jq /) ?? [];
  if (cells.length !== 5 || !command || !/^\d+$/.test(exitCode))
    throw new Error(`${document}:${line} is no row of five cells with a command and an exit code`);
  return {
    line,
    form,
    command,
    exitCode: Number(exitCode),
    prints: quoted(prints),
    filter: filter === undefined ? undefined : readFilter(filter, link === '&&'),
  };
}

function readFilter(text: string, hasFile: boolean): SeedRow['filter'] {
  const words = text.split(' ');
  const file = hasFile ? words.pop() : undefined;
  const flags = words.filter((word) => word.startsWith('-'));
  return { flags, program: words.slice(flags.length).join(' '), file };
}

function quoted(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? '');
}
