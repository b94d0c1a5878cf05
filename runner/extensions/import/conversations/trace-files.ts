import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { readBounded, reportByteLimit } from '../../../host/bounded-file.ts';
import { readLines } from '../../../run/stored/line-file.ts';
import { parseOtlpProtobuf } from '../../../traces/index.ts';
import { formatSize } from '../../../values/index.ts';
import { isJsonObjectLine } from '../readers/transcripts.ts';
import type { SpanFilePosition, SpanStore } from './span-store.ts';
import { JOB_SIZE, type SizedTraceJob, type TraceJobRunner } from './trace-job-runner.ts';
import { type ParsedSpans, parseSpans, toTraceParts } from './trace-work.ts';

export type TraceFilesRequest = { files: readonly string[]; cwd: string; jobRunner: TraceJobRunner };

/**
 * Reads the spans of files: JSON, JSON Lines with a request per line, or Protocol Buffers. Unreadable parts are
 * skipped and reported.
 */
export async function storeSpansOfFiles(
  spanStore: SpanStore,
  { files, cwd, jobRunner }: TraceFilesRequest,
): Promise<void> {
  for (const file of files) {
    const filePath = path.resolve(cwd, file);
    if (isProtobuf(filePath)) storeProtobufSpans(filePath, file, spanStore);
    else if (await isJsonLinesFile(filePath)) {
      let line = 0;
      for await (const result of jobRunner.runJobs(createLineParseJobs(filePath))) {
        for (const parsed of result.kind === 'read' ? result.read : []) {
          line += 1;
          storeParsedSpans(parsed, { file, line }, spanStore);
        }
      }
    } else
      storeParsedSpans(
        parseSpans(readBounded(filePath, { most: reportByteLimit, name: file })),
        { file, line: 1 },
        spanStore,
      );
  }
}

function storeParsedSpans(parsed: ParsedSpans, filePath: SpanFilePosition, spanStore: SpanStore): void {
  if (parsed.ok) spanStore.addSpans(parsed.parts, filePath);
  else spanStore.reportUnreadable(filePath, parsed.problem);
}

async function* createLineParseJobs(filePath: string): AsyncGenerator<SizedTraceJob> {
  let [texts, length]: [string[], number] = [[], 0];
  for await (const text of readLines(filePath)) {
    texts.push(text);
    length += text.length;
    if (length < JOB_SIZE) continue;
    yield { job: { kind: 'read', texts }, size: length };
    [texts, length] = [[], 0];
  }
  yield { job: { kind: 'read', texts }, size: length };
}

/** Returns true for JSON Lines. A file with a single object on one line counts as JSON Lines, too. */
async function isJsonLinesFile(filePath: string): Promise<boolean> {
  for await (const line of readLines(filePath)) if (line.trim() !== '') return isJsonObjectLine(line);
  return false;
}

function isProtobuf(filePath: string): boolean {
  const start = Buffer.alloc(64);
  const opened = openSync(filePath, 'r');
  try {
    const bytesRead = readSync(opened, start);
    return !/^\uFEFF?\s*[[{]/.test(start.toString('utf8', 0, bytesRead));
  } finally {
    closeSync(opened);
  }
}

/**
 * Yields the requests in a file of Protocol Buffers: either one request, or several with length prefixes, as
 * OpenTelemetry collectors write them.
 */
function storeProtobufSpans(filePath: string, file: string, spanStore: SpanStore): void {
  const { size: bytes } = statSync(filePath);
  if (bytes > reportByteLimit.file) {
    spanStore.reportUnreadable({ file, line: 1 }, `the file has more than ${formatSize(reportByteLimit.file)}`);
    return;
  }
  const content = readFileSync(filePath);
  const parts = splitLengthPrefixedFrames(content) ?? [content];
  for (const part of parts) {
    const parsed = parseOtlpProtobuf(part);
    storeParsedSpans(
      parsed.ok ? { ok: true, parts: toTraceParts(parsed.spans) } : parsed,
      { file, line: 1 },
      spanStore,
    );
  }
}

const LENGTH_BYTES = 4;

function splitLengthPrefixedFrames(content: Buffer): Buffer[] | undefined {
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
