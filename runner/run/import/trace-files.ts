import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { readBounded, reports } from '../../bounded-file.ts';
import { isOnLines } from '../../interop/import/transcripts.ts';
import { type ReadSpans, readOtlpProtobuf, readSpanRecords } from '../../traces/index.ts';
import { errorText, LEVELS_OF_RECORDS, parseJson, size } from '../../values/index.ts';
import { readLines } from '../stored/line-file.ts';
import type { SpanSpool } from './span-spool.ts';

/** Reads the spans of files: JSON, a request on each line, or Protocol Buffers. What cannot be read is lost, and said. */
export async function spoolTraces(files: readonly string[], spool: SpanSpool, cwd: string): Promise<void> {
  for (const file of files) {
    const place = path.resolve(cwd, file);
    if (isProtobuf(place)) spoolProtobuf(place, file, spool);
    else if (await hasLines(place)) await spoolLines(place, file, spool);
    else {
      const text = readBounded(place, { most: reports, name: file });
      keep(parsed(text), { file, line: 1 }, spool);
    }
  }
}

function keep(read: ReadSpans, place: { file: string; line: number }, spool: SpanSpool): void {
  if (read.ok) spool.add(read.spans, place);
  else spool.lose(place, read.problem);
}

function parsed(text: string): ReadSpans {
  try {
    return readSpanRecords(parseJson(text.replace(/^\uFEFF/, ''), LEVELS_OF_RECORDS));
  } catch (error) {
    return { ok: false, problem: `this is not JSON, or it was cut off: ${errorText(error)}` };
  }
}

async function spoolLines(place: string, file: string, spool: SpanSpool): Promise<void> {
  let line = 0;
  for await (const text of readLines(place)) {
    line += 1;
    if (text.trim() !== '') keep(parsed(text), { file, line }, spool);
  }
}

/** A file of one object on one line is read as a line as well. */
async function hasLines(place: string): Promise<boolean> {
  for await (const line of readLines(place)) if (line.trim() !== '') return isOnLines(line);
  return false;
}

function isProtobuf(place: string): boolean {
  const start = Buffer.alloc(64);
  const opened = openSync(place, 'r');
  try {
    const read = readSync(opened, start);
    return !/^\uFEFF?\s*[[{]/.test(start.toString('utf8', 0, read));
  } finally {
    closeSync(opened);
  }
}

/** The whole file is a request, or requests stand one after the other with their lengths before them, as collectors write. */
function spoolProtobuf(place: string, file: string, spool: SpanSpool): void {
  const { size: bytes } = statSync(place);
  if (bytes > reports.file) {
    spool.lose({ file, line: 1 }, `the file has more than ${size(reports.file)}`);
    return;
  }
  const content = readFileSync(place);
  const parts = framed(content) ?? [content];
  for (const part of parts) keep(readOtlpProtobuf(part), { file, line: 1 }, spool);
}

const LENGTH_BYTES = 4;

function framed(content: Buffer): Buffer[] | undefined {
  const parts: Buffer[] = [];
  let at = 0;
  while (at < content.length) {
    if (at + LENGTH_BYTES > content.length) return undefined;
    const end = at + LENGTH_BYTES + content.readUInt32BE(at);
    if (end > content.length) return undefined;
    parts.push(content.subarray(at + LENGTH_BYTES, end));
    at = end;
  }
  return parts;
}
