import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { runCli } from '../../runner/testing/run-cli';

export type Reports = {
  write(file: string, text: string): void;
  /** Runs a suite once per worker and returns the path of its HTML report. */
  report(input: string, ...flags: string[]): Promise<string>;
};

/** A copy of the workspace, with reports of its runs. */
export function openReports(): { reports: Reports; remove: () => void } {
  const workspace = mkdtempSync(path.join(os.tmpdir(), 'turntree-report-'));
  cpSync(path.join(import.meta.dirname, '..', 'workspace'), workspace, { recursive: true });
  mkdirSync(path.join(workspace, 'gates'));
  const written = new Map<string, Promise<string>>();
  const recordRun = async (file: string, input: string, flags: string[]): Promise<string> => {
    await runCli(['test', input, '--name', 'shop', '-q', '-o', file, ...flags], { cwd: workspace });
    return pathToFileURL(path.join(workspace, file)).href;
  };
  return {
    reports: {
      write: (name, text) => writeFileSync(path.join(workspace, name), text),
      report(input, ...flags) {
        const key = [input, ...flags].join(' ');
        const report = written.get(key) ?? recordRun(`report-${written.size}.html`, input, flags);
        written.set(key, report);
        return report;
      },
    },
    remove: () => rmSync(workspace, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}

/** The list of cases. */
export function cases(page: Page): Locator {
  return page.getByRole('region', { name: 'Cases', exact: true });
}

/** The rows that match the filter. */
export function visibleCases(page: Page): Locator {
  return cases(page).locator('li:not([hidden]) > [aria-expanded]');
}
