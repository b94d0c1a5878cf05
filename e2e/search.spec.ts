import { expect } from '@playwright/test';
import { expectNoViolations } from './support/accessible';
import { standardCase, suite } from './support/cases';
import { expectToFit } from './support/fit';
import { test } from './support/shared';
import { visit } from './support/visit';

test('what was said is found by its words and opens at its turn, with the keyboard alone', async ({
  page,
  dashboard,
}) => {
  const file = 'tests/found.jsonl';
  dashboard.write(file, suite(standardCase('found', { input: undefined, turns: ['hello', 'Where is 90210?'] })));
  await dashboard.runInTerminal(file, '--name', 'shop');
  await visit(page, `${dashboard.url}/runs`);
  await page.getByRole('link', { name: 'Search', exact: true }).press('Enter');
  const field = page.getByRole('textbox', { name: 'Search what was said and done' });
  await field.pressSequentially('tool:lookup_order 90210');
  const matches = page.getByRole('list', { name: 'Matches' }).getByRole('listitem');
  await expect(matches.first().locator('mark').first()).toHaveText(/lookup|order|90210/);
  await expectNoViolations(page, 'what a search has found');
  await page.setViewportSize({ width: 390, height: 800 });
  await expectToFit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const link = matches.first().getByRole('link').first();
  const turn = /Turn (\d+)/.exec((await link.textContent()) ?? '')?.[1];
  expect(turn).toBeDefined();
  await link.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/runs/.*[?&]turn=${turn}(&|$)`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(file);
});

test('the palette finds cases, and looks for what was said', async ({ page, dashboard }) => {
  // The palette lists only the first matches, so no other test of this server may use the words of this file.
  const file = 'tests/pelicans.jsonl';
  dashboard.write(file, suite(standardCase('pelican', { input: 'Where are the pelicans?' })));
  await dashboard.runInTerminal(file, '--name', 'shop');
  await visit(page, `${dashboard.url}/runs`);
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search commands, runs and cases').fill('are the pelicans');
  await expect(page.getByRole('option', { name: `pelican Where are the pelicans? ${file}` })).toBeVisible();
  await page.getByRole('option', { name: 'Search what was said for “are the pelicans”' }).click();
  await expect(page).toHaveURL(/\/search\?q=are/);
  await expect(page.getByRole('list', { name: 'Matches' })).toBeVisible();
});
