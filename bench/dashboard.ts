import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../scripts/find-browser.mjs';
import { cliEntry, printMeasurement } from './measure.ts';

const TRIES = 7;

export type BenchServer = {
  url: string;
  pid: number;
  close(): Promise<void>;
  /** Kills the server's process; returns false if it had already ended. */
  kill(): Promise<boolean>;
};
export type BenchDashboard = { url: string; page: Page; close(): Promise<void> };

/** A dashboard server on a workspace. */
export async function openServer(root: string, env: NodeJS.ProcessEnv = process.env): Promise<BenchServer> {
  const server = spawn(process.execPath, [cliEntry, 'ui', '--app', root, '--port', '0', '--no-token'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  const closed = once(server, 'close');
  const url = await readServerAddress(server.stdout);
  return {
    url,
    pid: server.pid ?? 0,
    async close() {
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
    async kill() {
      server.kill('SIGKILL');
      await closed;
      return server.signalCode === 'SIGKILL';
    },
  };
}

/** A dashboard server, and a browser with an empty page. */
export async function openDashboard(root: string): Promise<BenchDashboard> {
  const server = await openServer(root);
  const executablePath = findBrowser();
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath, args: ['--no-sandbox'] });
  return {
    url: server.url,
    page: await browser.newPage(),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** Returns the current memory of a process, and the CPU time that it has used, in whole seconds. */
export function processUsage(pid: number): { mb: number; cpuMs: number } {
  const [kilobytes, time = ''] = execFileSync('ps', ['-o', 'rss=,time=', '-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/);
  const seconds = time.split(/[:-]/).reduce((sum, part) => sum * 60 + Number(part), 0);
  return { mb: Number(kilobytes) / 1024, cpuMs: seconds * 1000 };
}

/** Requests a URL like a browser, and prints the median time to the first byte and to the last byte. */
export async function measurePage(url: string, address: string): Promise<void> {
  const times: { first: number; whole: number }[] = [];
  let status = 0;
  let bytes = 0;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const started = performance.now();
    const response = await fetch(url + address);
    const first = performance.now() - started;
    bytes = (await response.arrayBuffer()).byteLength;
    times.push({ first, whole: performance.now() - started });
    status = response.status;
  }
  // The first request also loads the page's code, so it is not measured.
  const later = times.slice(1).toSorted((left, right) => left.whole - right.whole);
  const middle = later[Math.floor(later.length / 2)];
  printMeasurement(`first data of ${address.replaceAll(/[\da-f-]{36}/g, '<run>')}`, {
    status,
    onceMs: times[0]?.whole ?? 0,
    firstMs: middle?.first ?? 0,
    wholeMs: middle?.whole ?? 0,
    kb: bytes / 1000,
  });
}

async function readServerAddress(stdout: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stdout })) {
    const found = /http:\/\/\S+/.exec(line);
    if (found !== null) return new URL(found[0]).origin;
  }
  throw new Error('the dashboard did not start');
}
