import { expect } from '@playwright/test';
import { gatedConversation, suite } from './support/cases';
import { test } from './support/own-server';
import { startFromDashboard, turn } from './support/start-run';
import { visit } from './support/visit';

test('a server that goes away and comes back is missed and found again', async ({ page, dashboard }) => {
  dashboard.write('tests/live.jsonl', suite(gatedConversation('L1')));
  await startFromDashboard(page, dashboard, 'tests/live.jsonl');
  dashboard.open('L1-1');
  await expect(turn(page, 1)).toContainText('May I have the order id?');

  await dashboard.stop();
  await expect(page.getByText('Connection lost, reconnecting')).toBeVisible();
  dashboard.open('L1-2');
  await dashboard.start();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await expect(turn(page, 2)).toContainText('lookup_order');
  dashboard.open('L1-3');
  await expect(turn(page, 3)).toContainText('refund_payment');
});

test('a run that ends while the server is away is found to have ended', async ({ page, dashboard }) => {
  dashboard.write('tests/live.jsonl', suite(gatedConversation('L1')));
  const ended = dashboard.startInTerminal('tests/live.jsonl', '--name', 'shop');
  await visit(page, `${dashboard.url}/runs`);
  await page.getByRole('link', { name: 'tests/live.jsonl' }).click();
  await expect(page.getByText(/Turn 1: waiting for the agent/)).toBeVisible();

  await dashboard.stop('SIGKILL');
  await expect(page.getByText('Connection lost, reconnecting')).toBeVisible();
  for (const gate of ['L1-1', 'L1-2', 'L1-3']) dashboard.open(gate);
  expect(await ended).toBe(0);
  await dashboard.start();
  await expect(page.locator('main header').getByText('Passed', { exact: true })).toBeVisible();
  await expect(turn(page, 3)).toContainText('refund_payment');
  await expect(page.getByText('Connection lost, reconnecting')).toBeHidden();
});

test('a run that is started in a terminal appears on the list and shows live', async ({ page, dashboard }) => {
  dashboard.write('tests/live.jsonl', suite(gatedConversation('L1')));
  await visit(page, `${dashboard.url}/runs`);
  await expect(page.getByText('No runs yet.')).toBeVisible();

  const ended = dashboard.startInTerminal('tests/live.jsonl', '--name', 'shop');
  await page.getByRole('link', { name: 'tests/live.jsonl' }).click();
  await expect(page.getByText(/Turn 1: waiting for the agent/)).toBeVisible();
  for (const gate of ['L1-1', 'L1-2', 'L1-3']) dashboard.open(gate);
  await expect(turn(page, 3)).toContainText('refund_payment');
  expect(await ended).toBe(0);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Runs' }).click();
  await expect(page.getByRole('list', { name: 'Runs, newest first' })).toContainText('Passed');
});
