import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { test as base, type Locator, type Page } from '@playwright/test';

const runner = path.resolve(import.meta.dirname, '..', '..', 'bin', 'runner.cjs');

type Reports = {
  write(file: string, text: string): void;
  /** Runs a suite and answers the address of its HTML report on disk. */
  report(input: string, ...flags: string[]): Promise<string>;
};

/** Every test has a copy of the workspace, and reports of its runs on disk. */
export const test = base.extend<{ reports: Reports }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  reports: async ({}, use) => {
    const workspace = mkdtempSync(path.join(os.tmpdir(), 'turntree-report-'));
    cpSync(path.join(import.meta.dirname, '..', 'workspace'), workspace, { recursive: true });
    mkdirSync(path.join(workspace, 'gates'));
    const file = path.join(workspace, 'report.html');
    await use({
      write: (name, text) => writeFileSync(path.join(workspace, name), text),
      async report(input, ...flags) {
        const args = ['test', input, '--name', 'shop', '-q', '-o', file, ...flags];
        const child = spawn(process.execPath, [runner, ...args], { cwd: workspace, stdio: 'ignore' });
        await once(child, 'exit');
        return pathToFileURL(file).href;
      },
    });
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  },
});

/** The list of the cases. */
export function cases(page: Page): Locator {
  return page.getByRole('region', { name: 'Cases', exact: true });
}

/** The rows that the filter leaves. */
export function shown(page: Page): Locator {
  return cases(page).locator('li:not([hidden]) > [aria-expanded]');
}
