import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { test as base } from './measured';

const runner = path.resolve(import.meta.dirname, '..', '..', 'bin', 'runner.cjs');

type Reports = {
  write(file: string, text: string): void;
  /** Runs a suite, once for all tests of this worker, and answers the address of its HTML report on disk. */
  report(input: string, ...flags: string[]): Promise<string>;
};

/** The tests of a worker share a copy of the workspace, and reports of its runs on disk. */
export const test = base.extend<object, { reports: Reports }>({
  reports: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const workspace = mkdtempSync(path.join(os.tmpdir(), 'turntree-report-'));
      cpSync(path.join(import.meta.dirname, '..', 'workspace'), workspace, { recursive: true });
      mkdirSync(path.join(workspace, 'gates'));
      const reports = new Map<string, Promise<string>>();
      const record = async (file: string, input: string, flags: string[]): Promise<string> => {
        const args = ['test', input, '--name', 'shop', '-q', '-o', file, ...flags];
        const child = spawn(process.execPath, [runner, ...args], { cwd: workspace, stdio: 'ignore' });
        await once(child, 'exit');
        return pathToFileURL(file).href;
      };
      await use({
        write: (name, text) => writeFileSync(path.join(workspace, name), text),
        report(input, ...flags) {
          const key = [input, ...flags].join(' ');
          const file = path.join(workspace, `report-${reports.size}.html`);
          const report = reports.get(key) ?? record(file, input, flags);
          reports.set(key, report);
          return report;
        },
      });
      rmSync(workspace, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
    { scope: 'worker' },
  ],
});

/** The list of the cases. */
export function cases(page: Page): Locator {
  return page.getByRole('region', { name: 'Cases', exact: true });
}

/** The rows that the filter leaves. */
export function shown(page: Page): Locator {
  return cases(page).locator('li:not([hidden]) > [aria-expanded]');
}
