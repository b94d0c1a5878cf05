import { CsvError, parse } from 'csv-parse/sync';
import * as z from 'zod';
import { createPositions, type SourcePosition } from '../source-position.ts';

/** A table whose header is the first record. Records count from 0, including empty lines. */
export type CsvTable = {
  header: string[];
  headerRecord: number;
  rows: { record: number; line: number; cells: string[] }[];
  place(record: number, cell: number): SourcePosition;
};

export type ParsedTable = { ok: true; table: CsvTable } | { ok: false; problem: SourcePosition & { message: string } };

const recordsSchema = z.array(z.array(z.string()));

/**
 * Parses delimited values, usually CSV (RFC 4180): quoted fields may span lines and contain doubled quotes. White space
 * around a field is kept only inside quotes. Empty lines and rows with only delimiters are skipped.
 */
export function parseTable(text: string, delimiter = ','): ParsedTable {
  const records = parseRecords(text, delimiter);
  const locate = createCellLocator(text, delimiter);
  const positions = createPositions(text);
  const findCellPosition = (record: number, cell: number): SourcePosition => positions(locate(record, cell));
  if (!Array.isArray(records))
    return { ok: false, problem: { ...findCellPosition(...records.at), message: records.message } };
  const filled = records.flatMap((cells, record) => (cells.some((cell) => cell !== '') ? [{ record, cells }] : []));
  const [first, ...rows] = filled;
  if (first === undefined) return { ok: false, problem: { line: 1, column: 1, message: 'the file is empty' } };
  return {
    ok: true,
    table: {
      header: first.cells,
      headerRecord: first.record,
      rows: rows.map(({ record, cells }) => ({ record, line: findCellPosition(record, 0).line, cells })),
      place: findCellPosition,
    },
  };
}

type BrokenRecord = { at: [record: number, cell: number]; message: string };

function parseRecords(text: string, delimiter: string): string[][] | BrokenRecord {
  try {
    const options = { delimiter, relax_column_count: true, trim: true, record_delimiter: ['\r\n', '\n', '\r'] };
    return recordsSchema.parse(parse(text, options));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return {
      at: [toNumber(error.records), toNumber(error.index)],
      message: messageByErrorCode[error.code] ?? error.message,
    };
  }
}

const misplacedQuoteMessage =
  'a field that contains a quote must be enclosed in quotes, with each quote inside it doubled ("")';

const messageByErrorCode: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: misplacedQuoteMessage,
  CSV_INVALID_CLOSING_QUOTE: misplacedQuoteMessage,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: misplacedQuoteMessage,
  CSV_QUOTE_NOT_CLOSED: 'this quote is never closed, so the field continues to the end of the file',
};

function toNumber(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** Finds the position of a cell in the source of a table. Scans the text only when the first position is requested. */
function createCellLocator(text: string, delimiter: string): (record: number, cell: number) => number {
  let starts: number[] | undefined;
  return (record, cell) => {
    starts ??= findRecordStarts(text);
    const start = starts[record] ?? text.length;
    return findCellStart(text, { start, cell, delimiter });
  };
}

function findRecordStarts(text: string): number[] {
  const starts = [0];
  let isQuoted = false;
  for (const { 0: token, index } of text.matchAll(/"|\r\n|\n|\r/g)) {
    if (token === '"') isQuoted = !isQuoted;
    else if (!isQuoted) starts.push(index + token.length);
  }
  return starts;
}

type CellAddress = { start: number; cell: number; delimiter: string };

function findCellStart(text: string, { start: recordStart, cell, delimiter }: CellAddress): number {
  let start = recordStart;
  let passed = 0;
  let isQuoted = false;
  for (let position = recordStart; position < text.length && passed < cell; position += 1) {
    const character = text[position];
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) break;
    else if (!isQuoted && character === delimiter) {
      passed += 1;
      start = position + 1;
    }
  }
  return start + (/^[^\S\r\n]*/.exec(text.slice(start, start + 100))?.[0].length ?? 0);
}
