import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { expectNoViolationsInBoth } from './support/accessible';
import { expectToFit } from './support/fit';
import { test } from './support/own-server';
import { visit } from './support/visit';

test('the empty page leads to an agent to try, and by its example to a first verdict', async ({ page, dashboard }) => {
  for (const name of ['tests', 'agents', 'scorers', 'runner.config.json']) {
    rmSync(path.join(dashboard.workspace, name), { recursive: true });
  }
  await visit(page, dashboard.url);
  await expect(page.getByText('No runs yet')).toBeVisible();
  await expectNoViolationsInBoth(page, 'the empty page');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectToFit(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('link', { name: 'Try an agent' }).click();
  await expect(page.getByRole('textbox', { name: /^Address/ })).toBeVisible();
  await page.goBack();

  await page.getByRole('button', { name: 'Run the example' }).click();
  await expect(page).toHaveURL(/\/runs\/[\w-]{36}/);
  await expect(page.getByText(/\d+ passed|Passed/).first()).toBeVisible();
});

test('imported conversations are read, and get their first verdict from a person', async ({ page, dashboard }) => {
  await visit(page, dashboard.url);
  const talk = { id: 'refund', turns: [{ input: 'Give me my money back', output: 'Which order?' }] };
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Transcripts…' }).click();
  const file = { name: 'talks.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(`${JSON.stringify(talk)}\n`) };
  await (await choosing).setFiles(file);
  await expect(page.getByText('No runs yet')).toHaveCount(0);
  await page.getByRole('link', { name: 'Runs', exact: true }).click();
  await page
    .getByRole('list', { name: 'Runs, newest first' })
    .getByRole('link', { name: /^imported/ })
    .click();
  await expect(page.getByText('Which order?').first()).toBeVisible();
  await page.getByRole('region', { name: 'Review' }).getByRole('button', { name: 'Good' }).click();
  await expect(
    page.getByRole('region', { name: 'Review' }).getByRole('button', { name: 'Good', pressed: true }),
  ).toBeVisible();
});
