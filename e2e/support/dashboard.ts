import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { BrowserContext, TestInfo } from '@playwright/test';
import { runCli } from '../../runner/testing/run-cli';

const home = path.resolve(import.meta.dirname, '..', '..');
const runner = path.join(home, 'bin', 'turntree.cjs');

export type Dashboard = {
  url: string;
  /** The server's access token. */
  token: string;
  fetch(address: string | URL, init?: RequestInit): Promise<Response>;
  workspace: string;
  databaseFile: string;
  /** Opens a gate, that is, lets a case continue that waits in its agent. */
  open(gate: string): void;
  write(file: string, text: string): void;
  read(file: string): string;
  /** Runs a suite with the command line in this process; resolves with the exit code. */
  runInTerminal(suite: string, ...flags: string[]): Promise<number>;
  /** Runs a suite in a separate process, for tests that watch a run in progress. */
  startInTerminal(suite: string, ...flags: string[]): Promise<number>;
  /** Runs a suite and waits for its end; resolves with the URL of the run's page. */
  run(suite: string, ...flags: string[]): Promise<string>;
  /** Like `run`, but only once for all tests of this server; for tests that do not change the run. */
  recorded(suite: string, ...flags: string[]): Promise<string>;
  /** Returns the URL of the newest run, optionally of one suite. */
  newest(suite?: string): Promise<string>;
  /** Adds agents to the workspace's config. */
  addAgents(agents: Record<string, object>): void;
  /** Runs any command of the command line in this process; resolves with the exit code. */
  inTerminal(...words: string[]): Promise<number>;
  /** Like `inTerminal`; resolves with what the command printed. */
  outputInTerminal(...words: string[]): Promise<string>;
  /** Kills the command-line processes. */
  killTerminals(): void;
  /** Stops the server; by default with a signal that it can handle. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
};

/** Sets only the cookie for access and opens no page: a page would open the history before the test has created one. */
export async function signIn(context: BrowserContext, { url, token }: Dashboard): Promise<void> {
  await context.request.get(`${url}/?token=${token}`, { maxRedirects: 0 });
}

export async function attachLog(serverLog: () => string, testInfo: TestInfo): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return;
  await testInfo.attach('server log', { body: serverLog(), contentType: 'text/plain' });
}

export type OpenDashboard = { dashboard: Dashboard; serverLog: () => string; remove: () => void };

export async function openDashboard(): Promise<OpenDashboard> {
  const workspace = mkdtempSync(path.join(os.tmpdir(), 'turntree-e2e-'));
  cpSync(path.join(import.meta.dirname, '..', 'workspace'), workspace, { recursive: true });
  mkdirSync(path.join(workspace, 'gates'));
  const databaseFile = path.join(workspace, '.runner', 'history.db');
  const common = ['--app', workspace, '--db', databaseFile];
  const children = new Set<ChildProcess>();
  const recorded = new Map<string, Promise<string>>();
  let server: ChildProcess | undefined;
  let port = '0';
  let log = '';

  function launchServer(args: string[]): ChildProcess {
    const child = spawn(process.execPath, [runner, ...args], { cwd: workspace, stdio: ['ignore', 'pipe', 'pipe'] });
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  }

  function suiteArguments(suite: string, flags: string[]): string[] {
    return ['test', path.join(workspace, suite), '--quiet', '--no-output', ...flags];
  }

  const dashboard: Dashboard = {
    url: '',
    token: '',
    fetch(address, init = {}) {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${dashboard.token}`);
      return fetch(address, { ...init, headers });
    },
    workspace,
    databaseFile,
    open: (gate) => writeFileSync(path.join(workspace, 'gates', gate), ''),
    write: (file, text) => {
      mkdirSync(path.dirname(path.join(workspace, file)), { recursive: true });
      writeFileSync(path.join(workspace, file), text);
    },
    read: (file) => readFileSync(path.join(workspace, file), 'utf8'),
    runInTerminal: (suite, ...flags) => dashboard.inTerminal(...suiteArguments(suite, flags)),
    async startInTerminal(suite, ...flags) {
      const child = launchServer([...suiteArguments(suite, flags), ...common]);
      child.stdout?.resume();
      child.stderr?.resume();
      const [code] = await once(child, 'exit');
      return Number(code);
    },
    async run(suite, ...flags) {
      await dashboard.runInTerminal(suite, ...flags);
      return dashboard.newest(suite);
    },
    recorded(suite, ...flags) {
      const key = [suite, ...flags].join(' ');
      const run = recorded.get(key) ?? dashboard.run(suite, ...flags);
      recorded.set(key, run);
      return run;
    },
    async newest(suite) {
      const { runs } = await (await dashboard.fetch(`${dashboard.url}/api/runs`)).json();
      const isWanted = ({ suiteKey }: { suiteKey: string }) => suite === undefined || suiteKey.split('#')[0] === suite;
      return `${dashboard.url}/runs/${runs.find(isWanted).runId}`;
    },
    addAgents(agents) {
      const place = path.join(workspace, 'runner.config.json');
      const config = JSON.parse(readFileSync(place, 'utf8'));
      dashboard.write('runner.config.json', JSON.stringify({ ...config, agents: { ...config.agents, ...agents } }));
    },
    async inTerminal(...words) {
      const { code } = await runCli([...words, ...common], { cwd: workspace });
      return Number(code);
    },
    async outputInTerminal(...words) {
      return (await runCli([...words, ...common], { cwd: workspace })).stdout;
    },
    killTerminals() {
      for (const child of children) if (child !== server) child.kill('SIGKILL');
    },
    async start() {
      server = launchServer(['ui', '--port', port, ...common]);
      for (const stream of [server.stdout, server.stderr]) {
        stream?.setEncoding('utf8').on('data', (text: string) => {
          log += text;
        });
      }
      const address = new URL(await waitForAddress(server, () => log));
      dashboard.url = address.origin;
      dashboard.token = address.searchParams.get('token') ?? '';
      port = address.port;
    },
    async stop(signal = 'SIGTERM') {
      if (server === undefined || server.exitCode !== null) return;
      const exited = once(server, 'exit');
      server.kill(signal);
      await exited;
    },
  };
  await dashboard.start();
  function removeWorkspace(): void {
    for (const child of children) child.kill('SIGKILL');
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
  return { dashboard, serverLog: () => log, remove: removeWorkspace };
}

/** Waits until the server prints its URL. */
async function waitForAddress(server: ChildProcess, said: () => string): Promise<string> {
  const exited = once(server, 'exit').then(() => {
    throw new Error(`the server ended before it listened:\n${said()}`);
  });
  const before = said().length;
  const listening = new Promise<string>((resolve) => {
    const checkServer = () => {
      const found = /http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+\n/.exec(said().slice(before));
      if (found !== null) resolve(found[0]);
    };
    server.stdout?.on('data', checkServer);
  });
  return Promise.race([listening, exited]);
}
