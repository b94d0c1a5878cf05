import { describeTooLongAnswer } from '../ports/index.ts';
import { fetchWithoutTimeout } from './fetch-without-timeout.ts';

/** A `fetch` that limits the size of responses, so that they cannot exhaust memory. */
export function createLimitedFetch(
  maxBytes: number,
): (input: RequestInfo | URL, init?: RequestInit) => Promise<Response> {
  return async (input, init) => limitResponse(await fetchWithoutTimeout(input, init), maxBytes);
}

/**
 * Returns a response whose body fails once it is too long. For a document, its total size counts; for an event stream,
 * the size of each event, because the whole stream is much larger than the answer.
 */
export function limitResponse(response: Response, maxBytes: number): Response {
  const { body, headers } = response;
  if (body === null) return response;
  const isStream = /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');
  const count = isStream ? createEventCounter() : createByteCounter();
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (count(chunk) > maxBytes) controller.error(new Error(describeTooLongAnswer('answered', maxBytes)));
      else controller.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(limit), response);
}

type ByteCounter = (chunk: Uint8Array) => number;

function createByteCounter(): ByteCounter {
  let bytes = 0;
  return (chunk) => {
    bytes += chunk.byteLength;
    return bytes;
  };
}

/**
 * Counts the bytes since the last empty line, because an empty line ends an event. That line may be split between
 * chunks.
 */
function createEventCounter(): ByteCounter {
  let bytes = 0;
  let end = Buffer.alloc(0);
  return (chunk) => {
    const buffer = Buffer.concat([end, chunk]);
    const emptyLine = Math.max(buffer.lastIndexOf('\n\n'), buffer.lastIndexOf('\n\r\n'), buffer.lastIndexOf('\r\r'));
    bytes = emptyLine < 0 ? bytes + chunk.byteLength : buffer.length - emptyLine;
    end = buffer.subarray(-2);
    return bytes;
  };
}
