import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, inflate } from 'node:zlib';
import type { createTraceReader, Span, SpansResult } from '../../traces/index.ts';
import {
  type LoopbackServer,
  REQUEST_TOO_LARGE_MESSAGE,
  readRequestBody,
  refuseRequest,
  startLoopbackServer,
} from '../loopback-server.ts';

/** Receives the spans of one sender. */
export type SpanReceiver = {
  /** Called when a request begins. Returns a function that is called when the request has ended. */
  beginExport(): () => void;
  /**
   * Handles the spans in a request. Gets a function that creates the reader, so that its module is loaded only if spans
   * arrive.
   */
  receive(spans: readonly Span[], createReader: typeof createTraceReader): void;
};

const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

/** Serves OpenTelemetry exporters with OTLP over HTTP. `find` returns the receiver to which a token belongs. */
export function startTracesServer(find: (token: string) => SpanReceiver | undefined): Promise<LoopbackServer> {
  return startLoopbackServer('the receiver of traces', async (request, response) => {
    const [, token = '', signal] = /^\/([\w-]+)\/v1\/(traces|metrics|logs)$/.exec(request.url ?? '') ?? [];
    const receiver = find(token);
    if (receiver === undefined) return refuseRequest(response, 404, 'no traces are accepted at this address');
    if (request.method !== 'POST') return refuseRequest(response, 405, 'traces must be sent with POST');
    const endExport = receiver.beginExport();
    try {
      await answerSpanExport({ request, response, take: signal === 'traces' ? receiver.receive : discardExport });
    } finally {
      endExport();
    }
  });
}

type SpanExportRequest = { request: IncomingMessage; response: ServerResponse; take: SpanReceiver['receive'] };

async function answerSpanExport({ request, response, take }: SpanExportRequest): Promise<void> {
  const body = await readRequestBody(request);
  if (body === undefined) return refuseRequest(response, 413, REQUEST_TOO_LARGE_MESSAGE);
  if (take !== discardExport) {
    const parsedBody = await parseSpans(body, request);
    if (!parsedBody.ok) return refuseRequest(response, 400, parsedBody.problem);
    take(parsedBody.spans, (await importTracesModule()).createTraceReader);
  }
  sendReceiptConfirmation(request, response);
}

/** Reads the body of an exporter's request, which is JSON or Protocol Buffers and may be compressed. */
export async function parseSpans(body: Buffer, { headers }: IncomingMessage): Promise<SpansResult> {
  const bytes = await decompressBody(body, headers['content-encoding']);
  if (bytes === undefined) return { ok: false, problem: 'the content encoding is unknown, broken or too large' };
  const { parseOtlpJson, parseOtlpProtobuf } = await importTracesModule();
  return isJsonRequest(headers) ? parseOtlpJson(bytes.toString('utf8')) : parseOtlpProtobuf(bytes);
}

/** Loaded when the first spans arrive, because most processes never send any. */
function importTracesModule(): Promise<typeof import('../../traces/index.ts')> {
  return import('../../traces/index.ts');
}

/** Responds that all spans were accepted, in the format of the request. */
export function sendReceiptConfirmation({ headers }: IncomingMessage, response: ServerResponse): void {
  const isJson = isJsonRequest(headers);
  response.writeHead(200, { 'content-type': isJson ? 'application/json' : 'application/x-protobuf' });
  response.end(isJson ? '{}' : '');
}

function isJsonRequest(headers: IncomingMessage['headers']): boolean {
  return /^application\/json\b/.test(headers['content-type'] ?? '');
}

async function decompressBody(body: Buffer, encoding = 'identity'): Promise<Buffer | undefined> {
  if (encoding === 'identity') return body;
  if (encoding !== 'gzip' && encoding !== 'deflate') return undefined;
  // Not imported at the top of the file, because most runs do not need `node:zlib`.
  const unpack = promisify(encoding === 'gzip' ? gunzip : inflate);
  try {
    return await unpack(body, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch {
    return undefined;
  }
}

/**
 * Accepts metrics and logs, but drops them. If they were rejected, the exporter would write errors to the agent's log.
 */
function discardExport(): void {}
