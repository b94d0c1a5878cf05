import type { Locator, Page } from '@playwright/test';
import type { Dashboard } from './dashboard';
import { visit } from './visit';

/** Starts a run of a suite on the page of all runs, and waits for the run's page. */
export async function startFromDashboard(page: Page, dashboard: Dashboard, suiteKey: string): Promise<void> {
  await visit(page, `${dashboard.url}/runs`);
  await page.getByRole('button', { name: 'New run' }).first().click();
  await choose(page, 'Suite', suiteKey);
  await choose(page, 'Agent', 'shop');
  await page.getByRole('button', { name: 'Start run' }).click();
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
}

export async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

export function turn(page: Page, number: number): Locator {
  return page.getByRole('listitem', { name: `Turn ${number}` });
}
