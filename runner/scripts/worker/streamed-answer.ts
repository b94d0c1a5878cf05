import { types } from 'node:util';
import { describeTooLongAnswer } from '../../ports/index.ts';

type StreamListener = {
  /** Called with each piece of the answer as it arrives. */
  said(piece: string): void;
  /** True if the call was abandoned. */
  isOver(): boolean;
  maxAnswer: number;
};
type AnswerPieceStream = { [Symbol.asyncIterator](): AsyncIterator<unknown> };

/**
 * Reads a streamed answer: an async generator, a stream or a `Response`. A generator's return value adds the rest of
 * the answer, such as its tool calls. Any other value is returned unchanged.
 */
export async function collectStreamedAnswer(answer: unknown, listener: StreamListener): Promise<unknown> {
  if (isResponse(answer)) return collectResponseAnswer(answer, listener);
  if (!isPieceStream(answer)) return answer;
  const { text, rest } = await collectAnswerPieces(answer, listener);
  if (rest === undefined) return text;
  return isPlainObject(rest) && !Object.hasOwn(rest, 'content') ? { content: text, ...rest } : rest;
}

/**
 * Checks the tag of the value first: the first use of `Response` loads the whole HTTP client of Node, which takes 25
 * ms.
 */
function isResponse(answer: unknown): answer is Response {
  return Object.prototype.toString.call(answer) === '[object Response]' && answer instanceof Response;
}

async function collectResponseAnswer(response: Response, listener: StreamListener): Promise<unknown> {
  if (!response.ok) throw new Error(`the agent returned a Response with the status ${response.status}`);
  const type = response.headers.get('content-type') ?? '';
  if (/\bjson\b/.test(type)) return response.json();
  if (type.startsWith('text/event-stream')) {
    throw new Error('the agent returned a Response of events; return a stream of its text');
  }
  return response.body === null ? '' : (await collectAnswerPieces(response.body, listener)).text;
}

async function collectAnswerPieces(
  pieces: AnswerPieceStream,
  { said, isOver, maxAnswer }: StreamListener,
): Promise<{ text: string; rest: unknown }> {
  const iterator = pieces[Symbol.asyncIterator]();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (let next = await iterator.next(); !isOver(); next = await iterator.next()) {
    if (next.done === true) return { text: text + decoder.decode(), rest: next.value };
    const piece = decodeAnswerPiece(next.value, decoder);
    bytes += Buffer.byteLength(piece);
    if (bytes > maxAnswer) {
      await iterator.return?.();
      throw new Error(describeTooLongAnswer('the agent answered', maxAnswer));
    }
    text += piece;
    if (piece !== '') said(piece);
  }
  await iterator.return?.();
  return { text, rest: undefined };
}

function decodeAnswerPiece(piece: unknown, decoder: TextDecoder): string {
  if (typeof piece === 'string') return piece;
  if (piece instanceof Uint8Array) return decoder.decode(piece, { stream: true });
  throw new Error(
    `the agent answered with a piece that is not a text: ${JSON.stringify(piece)?.slice(0, 100)}; yield only texts, and return the rest of the answer at the end`,
  );
}

function isPieceStream(value: unknown): value is AnswerPieceStream {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !types.isNativeError(value);
}
