import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { listCredentials } from '../../../agents/credentials.ts';
import { REQUEST_TOO_LARGE_MESSAGE, readRequestBody, refuseRequest } from '../../../agents/loopback-server.ts';
import { parseSpans, sendReceiptConfirmation } from '../../../agents/telemetry/traces-server.ts';
import { createRedactor } from '../../../run/redactor.ts';
import type { StartReceiver } from '../../../run/serve/receiver.ts';
import type { Terminal } from '../../../run/terminal.ts';
import { UsageError } from '../../../run/usage-error.ts';
import { formatCountWithNoun, getLongTextPreview, toErrorMessage } from '../../../values/index.ts';
import { loadConfig } from '../../../workspace/load-config.ts';
import { systems } from '../../registered/systems.ts';
import { type ArrivingConversations, createArrivingConversations } from './arriving-conversations.ts';
import { createExporterCheck } from './exporter-check.ts';
import { type LiveRecording, recordLive } from './record-live.ts';

const LOOPBACK_ADDRESS = '127.0.0.1';
const CHECK_INTERVAL_MS = 1_000;
/**
 * The maximum time in milliseconds for which complete conversations wait while others keep arriving. Storing them
 * together makes them one run.
 */
const MAX_COLLECTION_TIME_MS = 30_000;
/** The maximum number of request bodies that are read at the same time, because each may have up to 16 MB. */
const MAX_PARALLEL_BODIES = 4;

/**
 * Starts a server on the loopback interface that receives spans by OTLP over HTTP and stores the conversations in them.
 * The spans of a conversation are kept in memory until no more arrive for a while. Secrets are masked before anything
 * is stored.
 */
export const startReceiver: StartReceiver = async ({ port, root, database }, terminal) => {
  const { variables } = terminal;
  const { config } = await loadConfig({ root, variables });
  const credentials = listCredentials({ root, config, variables, systems });
  const redact = createRedactor({ ...terminal, extra: config.redact, known: credentials });
  const arriving = createArrivingConversations();
  const store = createConversationStore(arriving, { database, redact }, terminal);
  const server: Server = createServer(createExportListener(arriving, () => findListeningPort(server)));
  await listenOnLoopback(server, port);
  // Lets the process exit although the server is open. The dashboard keeps the process running, and if it cannot start,
  // the process must exit.
  server.unref();
  const ticks = setInterval(() => void store.storeDue(), CHECK_INTERVAL_MS).unref();
  return {
    address: `http://${LOOPBACK_ADDRESS}:${findListeningPort(server)}/v1/traces`,
    async close() {
      clearInterval(ticks);
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await store.storeAll();
    },
  };
};

function createExportListener(arriving: ArrivingConversations, port: () => number): RequestListener {
  const check = createExporterCheck(port);
  let bodies = 0;

  async function answerExporter(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = check(request, performance.now());
    if (refusal !== undefined) return refuseExporter(response, refusal.status, refusal.text);
    if (bodies >= MAX_PARALLEL_BODIES || arriving.isFull())
      return refuseExporter(response, 503, 'busy: send the request again later');
    bodies += 1;
    try {
      const body = await readRequestBody(request);
      if (body === undefined) return refuseExporter(response, 413, REQUEST_TOO_LARGE_MESSAGE);
      const parsed = await parseSpans(body, request);
      if (!parsed.ok) return refuseExporter(response, 400, parsed.problem);
      arriving.addSpans(parsed.spans, Date.now());
      sendReceiptConfirmation(request, response);
    } finally {
      bodies -= 1;
    }
  }

  return (request, response) => {
    // The exporter has closed the connection, or the body is invalid. In both cases, no response can be sent.
    answerExporter(request, response).catch(() => response.destroy());
  };
}

/** Closes the connection of a rejected request, because its body was not read. */
function refuseExporter(response: ServerResponse, status: number, text: string): void {
  response.setHeader('connection', 'close');
  if (status === 429 || status === 503) response.setHeader('retry-after', '1');
  refuseRequest(response, status, text);
}

function createConversationStore(arriving: ArrivingConversations, recording: LiveRecording, { stderr }: Terminal) {
  let pendingStorage: Promise<void> | undefined;
  let storedAt = 0;
  let problem: string | undefined;

  async function storeDueConversations(all?: 'all'): Promise<void> {
    const { due, lost } = arriving.takeDue(Date.now(), all);
    for (const why of lost)
      stderr.write(`turntree: warning: traces: not stored: ${getLongTextPreview(recording.redact(why))}\n`);
    if (due.length === 0) return;
    try {
      const runIds = await recordLive(due, recording);
      const showCommands = runIds.map((runId) => `turntree show ${runId.slice(0, 13)}`).join(', ');
      stderr.write(
        `turntree: received ${formatCountWithNoun(due.length, 'conversation')} from traces; show with ${showCommands}\n`,
      );
      problem = undefined;
    } catch (error) {
      arriving.restoreLastTaken();
      const text = toErrorMessage(error);
      if (text !== problem)
        stderr.write(`turntree: warning: traces could not be stored, and will be tried again: ${text}\n`);
      problem = text;
    }
  }

  function isStorageDue(now: number): boolean {
    const { waiting, quiet } = arriving.countUnstored(now);
    return quiet > 0 && (quiet === waiting || arriving.isFull() || now - storedAt >= MAX_COLLECTION_TIME_MS);
  }

  return {
    async storeDue(): Promise<void> {
      const now = Date.now();
      if (pendingStorage !== undefined || !isStorageDue(now)) return;
      storedAt = now;
      pendingStorage = storeDueConversations();
      await pendingStorage;
      pendingStorage = undefined;
    },
    async storeAll(): Promise<void> {
      await pendingStorage;
      await storeDueConversations('all');
    },
  };
}

async function listenOnLoopback(server: Server, port: number): Promise<void> {
  try {
    server.listen(port, LOOPBACK_ADDRESS);
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new UsageError(`--otlp: port ${port} is busy; another collector may be using it`, [
        `Name another port, and send the traces there: --otlp ${port + 1}`,
      ]);
    }
    if (code === 'EACCES') throw new UsageError(`--otlp: this user may not listen on port ${port}`);
    throw error;
  }
}

function findListeningPort(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
