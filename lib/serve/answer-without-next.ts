import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { checkAndSecureRequest, withErrorResponses } from '../http/index.ts';
import { watchRun } from '../watch/index.ts';

/**
 * The routes that are answered without Next, because many clients request them at the same time and Next would take
 * longer than the answer itself. During development, Next serves them.
 */
const routesWithoutNext = [{ path: /^\/api\/runs\/([\w-]+)\/events(?:\?|$)/, answer: watchRun }];

/**
 * Answers the routes above with the same checks and functions as Next, and passes all other requests to
 * `handleRequest`.
 */
export function createListenerWithoutNext(
  handleRequest: RequestListener,
  report: (error: unknown) => void,
): RequestListener {
  return (request, response) => {
    const answer = request.method === 'GET' ? findRequestHandler(request.url ?? '') : undefined;
    if (answer === undefined) return handleRequest(request, response);
    const controller = new AbortController();
    response.once('close', () => controller.abort());
    void sendResponse(answerCheckedRequest(request, answer, controller.signal), response).catch(report);
  };
}

type RequestHandler = (request: Request) => Response;

function findRequestHandler(url: string): RequestHandler | undefined {
  for (const { path, answer } of routesWithoutNext) {
    const [, runId] = path.exec(url) ?? [];
    if (runId !== undefined) return (request) => answer(request, runId);
  }
  return undefined;
}

async function answerCheckedRequest(
  incoming: IncomingMessage,
  answer: RequestHandler,
  signal: AbortSignal,
): Promise<Response> {
  const request = toWebRequest(incoming, signal);
  const { headers, refusal } = checkAndSecureRequest(request);
  if (refusal !== undefined) return refusal;
  const response = await withErrorResponses(() => answer(request));
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** The host in this URL is only a placeholder, because the checks read the host from the headers. */
function toWebRequest({ url, headers }: IncomingMessage, signal: AbortSignal): Request {
  const headerPairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Request(`http://127.0.0.1${url}`, { headers: headerPairs, signal });
}

async function sendResponse(answer: Promise<Response>, response: ServerResponse): Promise<void> {
  try {
    const { status, headers, body } = await answer;
    response.writeHead(status, Object.fromEntries(headers));
    if (body === null) response.end();
    else await pipeline(body, response);
  } catch (error) {
    if (isAbortError(error)) return;
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end('Internal Server Error');
    throw error;
  }
}

/** Returns true if the client closed the page while the response was streaming, which is not an error. */
function isAbortError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
