import path from 'node:path';
import { expect } from '@playwright/test';
import { gatedConversation, standardCase, suite } from './support/cases';
import type { Dashboard } from './support/dashboard';
import { test } from './support/shared';
import { visit } from './support/visit';

const CASES = 10_000;
const file = 'tests/large.jsonl';
const broken = { assert: { type: 'contains', value: 'never said' } };

/** Records two runs of the same cases: all pass in the first one, every 2,500th fails in the second. */
let passed: string;
let failed: string;
test.beforeAll(async ({ shared: { dashboard } }) => {
  const recordRun = (partsOf?: (number: number) => Record<string, unknown>): Promise<string> => {
    dashboard.write(file, suite(...cases(CASES, partsOf)));
    return dashboard.run(file, '--name', 'echo', '--parallel', '20');
  };
  passed = await recordRun();
  failed = await recordRun((number) => (number % 2_500 === 0 ? broken : {}));
});

test('a run of 10,000 cases scrolls without blank rows', async ({ page }) => {
  await visit(page, `${passed}?case=C00001`);
  const list = page.getByRole('list', { name: 'Cases' });
  await expect(list).toContainText('C00001');
  expect(await list.getByRole('listitem').count()).toBeLessThan(120);

  const blanks = await list.evaluate(async (rows) => {
    const scroller = rows.parentElement;
    if (scroller === null) throw new Error('the list has no scroller');
    const animationFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const frames: number[] = [];
    const step = Math.floor(scroller.clientHeight / 2);
    for (let at = 0; at < step * 200; at += step) {
      scroller.scrollTop = at;
      await animationFrame();
      await animationFrame();
      const box = scroller.getBoundingClientRect();
      const points = [0.05, 0.35, 0.65, 0.95].map((share) => box.top + box.height * share);
      const seen = points.map((y) => document.elementFromPoint(box.left + box.width / 2, y)?.closest('li'));
      if (seen.some((row) => row === null || row === undefined)) frames.push(at);
    }
    scroller.scrollTop = scroller.scrollHeight;
    return frames;
  });
  expect(blanks).toEqual([]);
  await expect(list).toContainText(`C${CASES}`);

  await page.getByRole('textbox', { name: 'Filter the cases' }).fill('C07777');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('link').click();
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('hello C07777');
});

test('the page of 10,000 cases brings the top of its list, and finds the rest by itself', async ({
  page,
  dashboard,
}) => {
  const html = await (await dashboard.fetch(failed)).text();
  expect(html.length).toBeLessThan(300_000);
  expect(html).toContain('C02500');

  const list = page.getByRole('list', { name: 'Cases' });
  const chosen = list.locator('[aria-current=true]');
  const wholeRun = /\/api\/runs\/[^/]+$/;
  await page.route(wholeRun, (route) => route.abort());
  await visit(page, failed);
  await expect(page.getByText('Connection lost, reconnecting')).toBeVisible();
  await expect(chosen).toContainText('C02500');
  await page.unroute(wholeRun);
  await expect(page.getByText('Connection lost, reconnecting')).toBeHidden();
  await page.keyboard.press('K');
  await page.keyboard.press('J');
  await expect(chosen).toContainText('C05000');

  await visit(page, `${failed}?case=C07777`);
  await expect(chosen).toBeInViewport();
  await expect(chosen).toContainText('C07777');
  await page.keyboard.press('l');
  await expect(chosen).toContainText('C07778');
  await page.getByRole('textbox', { name: 'Filter the cases' }).fill('7778');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(list.getByRole('listitem').nth(10)).toBeAttached();
  await expect(chosen).toContainText('C07778');
  await expect(chosen).toBeInViewport();
  await page.keyboard.press('Escape');
  await page.keyboard.press('K');
  await expect(chosen).toContainText('C10000');
  await expect(chosen).toBeInViewport();
  await expect(page.getByText('10000/10000', { exact: true })).toBeVisible();

  await visit(page, `${failed}?q=s%3Afailed`);
  await expect(list.getByRole('listitem')).toHaveCount(4);
  await expect(chosen).toContainText('C02500');
  await page.getByRole('button', { name: 'Re-run' }).click();
  await expect(page.getByRole('menuitem', { name: 'Failed only (4)' })).toBeEnabled();
});

test('a large run that goes on is counted right, and its turns arrive', { tag: '@long' }, async ({
  page,
  dashboard,
}) => {
  const live = 'tests/large-live.jsonl';
  dashboard.write(live, suite(gatedConversation('L1'), ...cases(1_000)));
  const ended = dashboard.startInTerminal(live, '--name', 'shop', '--parallel', '4');
  await expect.poll(async () => (await state(dashboard, live))?.counts.passed, { timeout: 60_000 }).toBe(1_000);
  await visit(page, `${await dashboard.newest(live)}?case=L1`);
  await expect(page.getByText('1000/1001', { exact: true })).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  for (const gate of ['L1-1', 'L1-2', 'L1-3']) dashboard.open(gate);
  await expect(page.getByRole('listitem', { name: 'Turn 3' })).toContainText('refund_payment');
  expect(await ended).toBe(0);
  await expect(page.getByText('1001/1001', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Attempts by status' })).toHaveText('1001 passed');
});

test('a run of more cases than a page can hold is read part by part, also while it goes on', {
  tag: '@long',
}, async ({ page, dashboard }) => {
  test.setTimeout(180_000);
  const live = 'tests/largest.jsonl';
  const count = 20_500;
  const lines = cases(count, (number) => (number % 5_000 === 0 ? broken : {}));
  dashboard.write(live, suite(gatedConversation('G1'), ...lines));
  const ended = dashboard.startInTerminal(live, '--name', 'shop', '--parallel', '4');
  await expect.poll(async () => (await state(dashboard, live))?.counts.passed, { timeout: 120_000 }).toBe(count - 4);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await visit(page, `${await dashboard.newest(live)}?case=G1`);
  const list = page.getByRole('list', { name: 'Cases' });
  const chosen = list.locator('[aria-current=true]');
  await expect(chosen).toContainText('G1');
  await expect(page.getByText(`${count}/${count + 1}`, { exact: true })).toBeVisible();
  for (const gate of ['G1-1', 'G1-2', 'G1-3']) dashboard.open(gate);
  await expect(page.getByRole('listitem', { name: 'Turn 3' })).toContainText('refund_payment');
  expect(await ended).toBe(1);
  await expect(page.getByText(`${count + 1}/${count + 1}`, { exact: true })).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeHidden();

  await list.evaluate((rows) => rows.parentElement?.scrollTo({ top: rows.scrollHeight / 2 }));
  await expect(list).toContainText('C10250');
  await expect(list.getByText('Loading')).toHaveCount(0);
  await list.evaluate((rows) => rows.parentElement?.scrollTo({ top: rows.scrollHeight }));
  await list.getByRole('link', { name: `C${count}` }).click();
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText(`hello C${count}`);
  await page.keyboard.press('K');
  await expect(chosen).toContainText('C20000');
  await page.keyboard.press('l');
  await expect(chosen).toContainText('G1');

  await page.getByRole('textbox', { name: 'Filter the cases' }).fill('C1777');
  await expect(list.getByRole('listitem')).toHaveCount(10);
  await list.getByRole('link', { name: 'C17777' }).click();
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('hello C17777');
  await page.getByRole('button', { name: 'Re-run' }).click();
  await page.getByRole('menuitem', { name: 'Failed only (4)' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(4);
  expect(asked.filter((path) => /^\/api\/runs\/[^/]+$/.test(path))).toEqual([]);
});

test('a conversation of hundreds of turns with long tool results is read without loading them', {
  tag: '@long',
}, async ({ page, dashboard }) => {
  test.setTimeout(180_000);
  const turns = 300;
  const talk = {
    id: 'L',
    input: 'Begin.',
    max_turns: turns,
    timeout: '3m',
    options: { metadata: { bytes: 50_000 } },
    simulator: { use: 'chatter' },
    checkpoints: [{ id: 'end', assert: { type: 'contains', value: `answer ${turns}.` } }],
  };
  dashboard.write('tests/hundreds.jsonl', suite(JSON.stringify(talk)));
  const address = await dashboard.run('tests/hundreds.jsonl', '--name', 'talker');
  expect((await (await dashboard.fetch(address)).text()).length).toBeLessThan(500_000);
  const bodies: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/attempt/body')) bodies.push(request.url());
  });
  await visit(page, address);
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await expect(conversation).toContainText('This is answer 1.');
  expect(await conversation.getByRole('listitem').count()).toBeLessThan(60);
  await page.keyboard.press('G');
  await expect(page.locator(`#turn-${turns}`)).toBeInViewport();
  expect(await conversation.getByRole('listitem').count()).toBeLessThan(60);
  await page.keyboard.press('k');
  await expect(page.locator(`#turn-${turns - 1}`)).toBeInViewport();
  await conversation.focus();
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find in this conversation' }).fill('needle 123');
  await expect(page.getByRole('search')).toContainText('1 of 1');
  await expect(page.locator('#turn-123').getByText(/"last": "needle 123"/)).toBeInViewport();
  for (const tab of ['Why', 'Raw', 'Simulator', 'Checkpoints']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel')).not.toBeEmpty();
  }
  expect(bodies).toEqual([]);
});

test('two runs of 10,000 cases are compared without those that stayed the same', { tag: '@long' }, async ({
  page,
  dashboard,
}) => {
  const address = `${dashboard.url}/compare?head=${path.basename(failed)}`;
  expect((await (await dashboard.fetch(address)).text()).length).toBeLessThan(300_000);
  await visit(page, address);
  const changes = page.getByRole('list', { name: 'Changes' });
  await expect(changes.getByRole('listitem')).toHaveCount(4);
  await expect(page.getByText('9,996 cases unchanged and hidden.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Comparison of a case' })).toContainText('hello C02500', {
    // Takes longer, because the page first requests the whole comparison once more.
    timeout: 60_000,
  });
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(changes).toContainText('C00001');
  await expect(page.getByText(/are left out/)).toBeHidden();
  await expect(changes.locator('[aria-current=true]')).toContainText('C02500');
});

function cases(count: number, partsOf: (number: number) => Record<string, unknown> = () => ({})): string[] {
  return Array.from({ length: count }, (_, index) =>
    standardCase(`C${String(index + 1).padStart(5, '0')}`, partsOf(index + 1)),
  );
}

async function state(dashboard: Dashboard, suiteKey: string) {
  const { runs } = await (await dashboard.fetch(`${dashboard.url}/api/runs`)).json();
  return runs.find((run: { suiteKey: string }) => run.suiteKey === suiteKey);
}
