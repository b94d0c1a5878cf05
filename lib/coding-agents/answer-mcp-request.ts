import { createInterface } from 'node:readline';
import {
  deserializeMessage,
  serializeMessage,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { v7 as uuidv7 } from 'uuid';
import { AppError } from '../../runner/host/errors.ts';
import { spawnRunner } from '../settings/run-history-command.ts';

const MAX_SESSIONS = 8;
const IDLE_TIMEOUT_MS = 30 * 60_000;

type CodingAgentSession = { transport: WebStandardStreamableHTTPServerTransport; idle: NodeJS.Timeout; end(): void };

declare global {
  // Stored in a global variable, because a session spans several requests, and Next may load this module once per
  // bundle.
  var turntreeCodingAgents: Map<string, CodingAgentSession> | undefined;
}

/**
 * Handles a request of a coding agent over the Streamable HTTP transport of the Model Context Protocol. Each session is
 * a separate `turntree mcp` process, because the server process runs no agents; messages are passed through unchanged.
 */
export async function answerMcpRequest(request: Request): Promise<Response> {
  const id = request.headers.get('mcp-session-id');
  if (id === null) return createSessionTransport().handleRequest(request);
  const session = getOpenSessions().get(id);
  if (session === undefined) throw new AppError('not_found', 'This session is over. Initialize a new one.');
  session.idle.refresh();
  return session.transport.handleRequest(request);
}

function getOpenSessions(): Map<string, CodingAgentSession> {
  globalThis.turntreeCodingAgents ??= new Map();
  return globalThis.turntreeCodingAgents;
}

/**
 * Creates the transport of a session. It rejects requests that do not initialize a session, so these start no process.
 */
function createSessionTransport(): WebStandardStreamableHTTPServerTransport {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: uuidv7,
    onsessioninitialized: (id) => startSession(id, transport),
    onsessionclosed: (id) => getOpenSessions().get(id)?.end(),
  });
  return transport;
}

function startSession(id: string, transport: WebStandardStreamableHTTPServerTransport): void {
  const child = spawnRunner(['mcp'], 'pipe');
  const endSession = () => {
    if (!getOpenSessions().delete(id)) return;
    clearTimeout(idleTimer);
    child.stdin?.end();
    void transport.close();
  };
  const idleTimer = setTimeout(endSession, IDLE_TIMEOUT_MS).unref();
  for (const { end: endOldest } of [...getOpenSessions().values()].slice(
    0,
    Math.max(0, getOpenSessions().size + 1 - MAX_SESSIONS),
  ))
    endOldest();
  getOpenSessions().set(id, { transport, idle: idleTimer, end: endSession });
  child.once('close', endSession).once('error', endSession);
  // Ignored, because the exit event of the process reports the error.
  child.stdin?.on('error', () => undefined);
  child.stderr?.resume();
  if (child.stdout !== null) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      // Ignores failures: if the request was cancelled, nobody receives the response.
      transport.send(deserializeMessage(line)).catch(() => undefined);
    });
  }
  transport.onmessage = (message) => child.stdin?.write(serializeMessage(message));
}
