import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import http, { type RequestListener } from 'node:http';
import path from 'node:path';
import { inspect } from 'node:util';
import { openDatabase } from '../../history/db/index.ts';
import { interruptOrphanedRuns } from '../../history/index.ts';
import { AppError } from '../../host/errors.ts';
import { findInstallationFolder } from '../../host/installation.ts';
import { readEnvFiles } from '../load/env-files.ts';
import { listenForStopSignals } from '../machine/stop-signals.ts';
import { createRedactor } from '../redactor.ts';
import { loadOrCreateAccessToken } from '../stored/access-token.ts';
import { getHistoryFile, type HistoryLocation } from '../stored/stored-history.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { resolveWorkspaceRoot } from '../workspace-root.ts';
import type { LoadReceiver, RunningReceiver } from './receiver.ts';
import { rejectTunnels, rejectUnreadableRequests } from './reject-unreadable-requests.ts';

const DEFAULT_PORT = 4319;
const LOOPBACK_ADDRESS = '127.0.0.1';
const MAX_PORTS_TRIED = 50;

/**
 * Handles some routes and passes all other requests to `handleRequest`. Calls `report` with errors that can no longer
 * be sent as a response.
 */
type WrapRequestListener = (handleRequest: RequestListener, report: (error: unknown) => void) => RequestListener;

/** `loadRoutes` loads the handler that answers some routes before Next.js; without it, Next.js answers all routes. */
export type ServingTerminal = Terminal & { loadRoutes?: () => Promise<WrapRequestListener> };

/** `otlp` is the port for traces from running agents; without it, no traces are received. */
export type DashboardFlags = HistoryLocation & {
  port?: number;
  page?: string;
  token?: boolean;
  otlp?: number;
  /** Env files with variables for the runs that the dashboard starts. */
  env?: readonly string[];
  loadReceiver?: LoadReceiver | undefined;
};

/**
 * Serves the dashboard on the loopback interface until it is stopped; prints the URL of `page`. With `token: false`,
 * every user of this machine has access.
 */
export async function serveDashboard(flags: DashboardFlags, terminal: ServingTerminal): Promise<never> {
  const { stderr, cwd } = terminal;
  const installationFolder = findInstallationFolder();
  if (!existsSync(path.join(installationFolder, '.next', 'BUILD_ID'))) {
    throw new UsageError('the dashboard is not built yet', [`run this in ${installationFolder} first: npm run build`]);
  }
  const workspace = resolveWorkspaceRoot(flags.app, { cwd });
  const variables = readEnvFiles(flags.env ?? [], { cwd });
  if (!existsSync(workspace)) throw new UsageError(`--app ${flags.app ?? ''}: the folder ${workspace} does not exist`);
  const databaseFile = getHistoryFile({ app: workspace, db: flags.db }, { cwd });
  const problem = markOrphanedRunsAsEnded(databaseFile);
  const receiver = await startReceiver(flags, { root: workspace, database: databaseFile }, terminal);
  if (problem !== undefined) stderr.write(`turntree: warning: ${problem}; the dashboard says what to do\n`);

  if (flags.token === false) {
    stderr.write(
      'turntree: warning: without a token, every user of this machine can read the history and start runs\n',
    );
  } else globalThis.turntreeToken = loadOrCreateAccessToken(path.dirname(databaseFile));
  // Browsers close an idle connection after five minutes. If the server closed it earlier, requests that are on their
  // way would fail.
  const server = http.createServer({ keepAliveTimeout: 330_000 });
  const readyListener = Promise.withResolvers<RequestListener>();
  // Open pages send requests to a restarted server before it is ready. These requests must wait, or they would never be
  // answered.
  const handleWhenReady: RequestListener = (request, response) =>
    void readyListener.promise.then((handleRequest) => handleRequest(request, response));
  server.on('request', rejectUnreadableRequests(handleWhenReady));
  rejectTunnels(server);
  const port = await listenOnFirstFreePort(server, flags.port ?? DEFAULT_PORT);
  if (flags.port !== 0 && port !== (flags.port ?? DEFAULT_PORT)) {
    stderr.write(`turntree: port ${flags.port ?? DEFAULT_PORT} is busy, using ${port}\n`);
  }
  Object.assign(process.env, variables, {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    TURNTREE_HOME: installationFolder,
    TURNTREE_WORKSPACE: workspace,
    TURNTREE_DB: databaseFile,
    TURNTREE_PORT: String(port),
    // Passes the settings of the build, as Next.js's own standalone server does. Otherwise Next.js would load its
    // compiler to read them.
    __NEXT_PRIVATE_STANDALONE_CONFIG: readBuiltNextConfig(installationFolder),
  });
  try {
    readyListener.resolve(await startNextApp({ installationFolder, port, server }, terminal));
  } catch (error) {
    // An open server would keep the process running, and clients would wait for it forever, so it is closed.
    server.close();
    server.closeAllConnections();
    await receiver?.close();
    throw error;
  }
  printAddress(terminal, `Turntree serves ${workspace}\n  ${buildDashboardUrl(port, flags.page)}\n`);
  if (receiver !== undefined) terminal.stdout.write(`Traces of running agents: ${receiver.address}\n`);
  return serveUntilStopped(server, receiver);
}

type NextServerOptions = { installationFolder: string; port: number; server: http.Server };

async function startNextApp(
  { installationFolder, port, server }: NextServerOptions,
  terminal: ServingTerminal,
): Promise<RequestListener> {
  // Searching for source maps of Next.js's own code takes a quarter of its start-up time.
  process.setSourceMapsEnabled(false);
  const { default: next } = await import('next');
  const app = next({ dev: false, dir: installationFolder, hostname: LOOPBACK_ADDRESS, port, httpServer: server });
  await runWithMutedConsoleLog(() => app.prepare());
  const handleRequest = app.getRequestHandler();
  const printRequestError = (error: unknown) => terminal.stderr.write(`turntree: error: ${inspect(error)}\n`);
  const passToNext: RequestListener = (request, response) => void handleRequest(request, response);
  const routesInFront = await terminal.loadRoutes?.();
  return routesInFront?.(passToNext, printRequestError) ?? passToNext;
}

/** This line must show the access token, so the masking of secrets is switched off for it. */
function printAddress({ stdout, variables, queueKey, setRedaction: hide }: Terminal, text: string): void {
  hide?.((unmasked) => unmasked);
  stdout.write(text);
  hide?.(createRedactor({ variables, queueKey, extra: [] }));
}

function buildDashboardUrl(port: number, page = '/'): string {
  const address = new URL(page, `http://${LOOPBACK_ADDRESS}:${port}`);
  if (globalThis.turntreeToken !== undefined) address.searchParams.set('token', globalThis.turntreeToken);
  return address.href;
}

/**
 * Next.js always logs how long it took to read its settings, so `console.log` is silenced. Errors and warnings do not
 * use it.
 */
async function runWithMutedConsoleLog(action: () => Promise<void>): Promise<void> {
  const { log } = console;
  console.log = () => undefined;
  try {
    await action();
  } finally {
    console.log = log;
  }
}

function readBuiltNextConfig(installationFolder: string): string {
  const file = path.join(installationFolder, '.next', 'required-server-files.json');
  return JSON.stringify(JSON.parse(readFileSync(file, 'utf8')).config);
}

async function startReceiver(
  { otlp, loadReceiver }: DashboardFlags,
  workspace: { root: string; database: string },
  terminal: Terminal,
): Promise<RunningReceiver | undefined> {
  if (otlp === undefined) return undefined;
  if (loadReceiver === undefined) {
    throw new UsageError('--otlp needs the extension "import", and this program is without it');
  }
  const start = await loadReceiver();
  return start({ ...workspace, port: otlp }, terminal);
}

async function serveUntilStopped(server: http.Server, receiver: RunningReceiver | undefined): Promise<never> {
  const stopSignals = listenForStopSignals();
  await once(stopSignals.signal, 'abort');
  await receiver?.close();
  server.close();
  server.closeAllConnections();
  process.exit();
}

/**
 * Marks runs as ended if their process no longer exists, before any page is shown. If the history cannot be used,
 * returns the reason.
 */
function markOrphanedRunsAsEnded(databaseFile: string): string | undefined {
  try {
    const database = openDatabase(databaseFile);
    interruptOrphanedRuns(database);
    database.close();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/**
 * Listens on the loopback interface, on the first free port from `firstPort` upwards. Returns the port; throws if no
 * port is free.
 */
export async function listenOnFirstFreePort(server: http.Server, firstPort: number): Promise<number> {
  for (let port = firstPort; port < firstPort + MAX_PORTS_TRIED; port += 1) {
    try {
      server.listen(port, LOOPBACK_ADDRESS);
      await once(server, 'listening');
      return getListeningPort(server);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EACCES') {
        throw new UsageError(`this user may not listen on port ${port}`, [
          `Name a port from 1024 on: --port ${DEFAULT_PORT}`,
        ]);
      }
      if (code !== 'EADDRINUSE') throw error;
    }
  }
  throw new UsageError(
    `ports ${firstPort} to ${firstPort + MAX_PORTS_TRIED - 1} are all busy; name another with --port`,
  );
}

function getListeningPort(server: http.Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
