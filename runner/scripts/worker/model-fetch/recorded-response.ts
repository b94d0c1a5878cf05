/** A model's recorded HTTP response. A binary body is base64. */
export type RecordedHttpResponse = {
  status: number;
  contentType?: string | undefined;
  body: string;
  encoding?: 'base64';
};

/** HTTP statuses for which clients retry themselves, so they are not recorded as answers. */
const transientStatuses = new Set([408, 409, 425, 429]);

export function isPermanentStatus({ status }: { status: number }): boolean {
  return status < 500 && !transientStatuses.has(status);
}

export async function recordResponse(response: Response): Promise<RecordedHttpResponse> {
  const bytes = await response.arrayBuffer();
  const contentType = response.headers.get('content-type') ?? undefined;
  const { status } = response;
  const text = decodeUtf8(bytes);
  if (text !== undefined) return { status, contentType, body: text };
  return { status, contentType, body: Buffer.from(bytes).toString('base64'), encoding: 'base64' };
}

/**
 * Turns a recorded answer back into a `Response`. Server-sent events arrive one at a time, as they did in the original
 * response.
 */
export function replayResponse({ status, contentType, body, encoding }: RecordedHttpResponse, url: string): Response {
  const pieces = encoding === 'base64' ? [Buffer.from(body, 'base64')] : splitResponseBody(body, contentType);
  const hasBody = status !== 204 && status !== 304;
  const response = new Response(hasBody ? toStream(pieces) : null, {
    status,
    headers: contentType === undefined ? {} : { 'content-type': contentType },
  });
  Object.defineProperty(response, 'url', { value: url });
  return response;
}

function decodeUtf8(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function splitResponseBody(body: string, contentType = ''): Uint8Array[] {
  const isStream = contentType.startsWith('text/event-stream') || contentType.includes('ndjson');
  const separator = contentType.includes('ndjson') ? /(?<=\n)/ : /(?<=\n\r?\n)/;
  const pieces = isStream ? body.split(separator) : [body];
  return pieces.filter((piece) => piece !== '').map((piece) => Buffer.from(piece));
}

function toStream(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const remaining = pieces.values();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = remaining.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
}
