import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../scripts/find-browser.mjs';
import { entry } from './measure.ts';

export type BenchDashboard = { url: string; page: Page; close(): Promise<void> };

/** A server of the dashboard on a workspace, and a browser with an empty page. */
export async function openDashboard(root: string): Promise<BenchDashboard> {
  const server = spawn(process.execPath, [entry, 'ui', '--app', root, '--port', '0', '--no-token'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressOf(server.stdout);
  const executablePath = findBrowser();
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath, args: ['--no-sandbox'] });
  return {
    url,
    page: await browser.newPage(),
    async close() {
      await browser.close();
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
  };
}

async function addressOf(stdout: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stdout })) {
    const found = /http:\/\/\S+/.exec(line);
    if (found !== null) return found[0];
  }
  throw new Error('the dashboard did not start');
}
