import { expect, type Page } from '@playwright/test';
import { gatedConversation, standardCase, suite } from './support/cases';
import type { Dashboard } from './support/dashboard';
import { test } from './support/shared';
import { startFromDashboard, turn } from './support/start-run';
import { revisit, visit } from './support/visit';

test('a run that is started on the dashboard arrives turn by turn', async ({ page, dashboard }) => {
  dashboard.write('tests/live-1.jsonl', suite(gatedConversation('V1')));
  await startFromDashboard(page, dashboard, 'tests/live-1.jsonl');

  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await expect(page.getByText(/Turn 1: waiting for the agent/)).toBeVisible();
  await expect(page.getByRole('listitem', { name: 'Turn 1' })).toContainText('I want my money back.');
  await expect(page.getByText('0 of 3 reached')).toBeVisible();

  dashboard.open('V1-1');
  await expect(turn(page, 1)).toContainText('May I have the order id?');
  await expect(turn(page, 1)).toContainText('checkpoint ask_order');
  await expect(page.getByText('1 of 3 reached')).toBeVisible();
  await expect(page.getByRole('img', { name: '1 of 3 checkpoints reached' })).toBeVisible();
  await expect(page.getByText(/Turn 2: waiting for the agent/)).toBeVisible();

  dashboard.open('V1-2');
  await expect(turn(page, 2)).toContainText('It is 88213.');
  await expect(turn(page, 2)).toContainText('lookup_order');
  await expect(page.getByText('2 of 3 reached')).toBeVisible();

  dashboard.open('V1-3');
  await expect(turn(page, 3)).toContainText('refund_payment');
  await expect(page.getByText('3 of 3 reached')).toBeVisible();
  await expect(page.locator('main header').getByText('Passed', { exact: true })).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeHidden();
});

test('a reload in the middle loses nothing and goes on live', async ({ page, dashboard }) => {
  dashboard.write('tests/live-2.jsonl', suite(gatedConversation('V2')));
  await startFromDashboard(page, dashboard, 'tests/live-2.jsonl');
  dashboard.open('V2-1');
  await expect(turn(page, 1)).toContainText('May I have the order id?');

  await revisit(page);
  await expect(turn(page, 1)).toContainText('May I have the order id?');
  await expect(turn(page, 1)).toContainText('checkpoint ask_order');
  dashboard.open('V2-2');
  await expect(turn(page, 2)).toContainText('lookup_order');
  dashboard.open('V2-3');
  await expect(turn(page, 3)).toContainText('refund_payment');
  await expect(page.getByRole('listitem', { name: /^Turn / })).toHaveCount(3);
  await expect(page.getByText('Live', { exact: true })).toBeHidden();

  const conversation = page.getByRole('region', { name: 'Conversation' });
  // The actions of turns and the text about hints appear only after the run has ended.
  await expect(conversation.getByRole('button', { name: /^Fork here/ })).toHaveCount(3);
  await expect(conversation.getByText('Hint: simulator, invented')).toBeVisible();
  const live = await conversation.innerText();
  await revisit(page);
  await expect.poll(() => conversation.innerText()).toBe(live);
});

test('a hidden page lets go of its connection and catches up when it is seen again', async ({ page, dashboard }) => {
  dashboard.write('tests/live-3.jsonl', suite(gatedConversation('V3')));
  await startFromDashboard(page, dashboard, 'tests/live-3.jsonl');
  dashboard.open('V3-1');
  await expect(turn(page, 1)).toContainText('checkpoint ask_order');
  await expect(turn(page, 2)).toContainText('It is 88213.');

  await setHidden(page, true);
  dashboard.open('V3-2');
  await expect.poll(() => turnsInHistory(page, dashboard)).toBe(2);
  await expect(turn(page, 2)).not.toContainText('lookup_order');
  await setHidden(page, false);
  await expect(turn(page, 2)).toContainText('checkpoint lookup');
  dashboard.open('V3-3');
  await expect(turn(page, 3)).toContainText('checkpoint refund');
});

test('a run is stopped from its page', async ({ page, dashboard }) => {
  dashboard.write('tests/live-4.jsonl', suite(gatedConversation('V4'), gatedConversation('W4')));
  await startFromDashboard(page, dashboard, 'tests/live-4.jsonl');
  await expect(page.getByText(/Turn 1: waiting for the agent/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.locator('main header').getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden();
  await expect(page.getByText(/waiting for the agent/)).toBeHidden();
});

test('a run whose process is killed is shown as interrupted', async ({ page, dashboard }) => {
  dashboard.write('tests/live-5.jsonl', suite(gatedConversation('V5'), gatedConversation('W5')));
  const ended = dashboard.startInTerminal('tests/live-5.jsonl', '--name', 'shop');
  await visit(page, `${dashboard.url}/runs`);
  await page.getByRole('link', { name: 'tests/live-5.jsonl' }).click();
  dashboard.open('V5-1');
  await expect(turn(page, 1)).toContainText('May I have the order id?');

  dashboard.killTerminals();
  await ended;
  await expect(page.locator('main header').getByText('Interrupted', { exact: true })).toBeVisible();
  await expect(page.getByText(/waiting for the/)).toBeHidden();
  await expect(turn(page, 1)).toContainText('May I have the order id?');

  dashboard.write('tests/after.jsonl', suite(standardCase('A')));
  expect(await dashboard.runInTerminal('tests/after.jsonl', '--name', 'instant')).toBe(0);
  await visit(page, `${dashboard.url}/runs`);
  await expect(
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'tests/after.jsonl' }) }),
  ).toContainText('Passed');
});

test('who reads above is not moved while turns arrive', async ({ page, dashboard }) => {
  await page.setViewportSize({ width: 1280, height: 420 });
  dashboard.write('tests/live-8.jsonl', suite(gatedConversation('V8')));
  await startFromDashboard(page, dashboard, 'tests/live-8.jsonl');
  const conversation = page.getByRole('region', { name: 'Conversation' });
  dashboard.open('V8-1');
  dashboard.open('V8-2');
  await expect(turn(page, 2)).toContainText('lookup_order');
  await expect.poll(() => conversation.evaluate((list) => list.scrollTop)).toBeGreaterThan(0);

  await conversation.evaluate((list) => list.scrollTo({ top: 0 }));
  await expect.poll(() => conversation.evaluate((list) => list.scrollTop)).toBe(0);
  dashboard.open('V8-3');
  await expect(turn(page, 3)).toContainText('refund_payment');
  expect(await conversation.evaluate((list) => list.scrollTop)).toBe(0);
});

async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

async function turnsInHistory(page: Page, dashboard: Dashboard): Promise<number> {
  const { pathname } = new URL(page.url());
  const state = await (await dashboard.fetch(`${dashboard.url}/api${pathname}`)).json();
  return state.rows[0].attempts[0].turns;
}
