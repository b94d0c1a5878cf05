import { expect, type Page } from '@playwright/test';
import { expectNoViolationsEither } from './support/accessible';
import type { Dashboard } from './support/dashboard';
import { expectToFit } from './support/fit';
import { test } from './support/shared';
import { revisit, visit } from './support/visit';

const file = 'tests/refunds.jsonl';

async function openRun(page: Page, dashboard: Dashboard, search = ''): Promise<void> {
  await visit(page, `${await dashboard.recorded(file, '--name', 'shop')}${search}`);
}

async function widthOf(page: Page, name: string): Promise<number> {
  return Math.round((await page.getByRole('region', { name, exact: true }).boundingBox())?.width ?? 0);
}

test('at 1024 pixels the conversation has at least 480 of them, and its actions stand in one line', async ({
  page,
  dashboard,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await openRun(page, dashboard, '?case=R-02');
  expect(await widthOf(page, 'Conversation')).toBeGreaterThanOrEqual(480);
  const inspector = page.getByRole('separator', { name: 'Width of the inspector' });
  await inspector.focus();
  await page.keyboard.press('End');
  expect(await widthOf(page, 'Conversation')).toBeGreaterThanOrEqual(480);
  await expect(inspector).toHaveAttribute('aria-valuenow', String(await widthOf(page, 'Inspector')));
  await expectToFit(page);

  // Checks that the actions of an attempt are on one line.
  for (const width of [1440, 1280, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    const tops = await Promise.all(
      ['Edit case', 'Share', 'Copy link'].map(async (title) => {
        const { y = 0, height = 0 } = (await page.getByTitle(title).boundingBox()) ?? {};
        return Math.round(y + height / 2);
      }),
    );
    expect(new Set(tops).size, `at ${width} pixels`).toBe(1);
  }
});

test('a phone shows the first message near the top, and the rest on request', async ({ page, dashboard }) => {
  const run = await dashboard.recorded('tests/refunds.jsonl', '--name', 'shop');
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, `${run}?case=R-02`);
  const conversation = page.getByRole('region', { name: 'Conversation', exact: true });
  const message = conversation.getByRole('article').first();
  await expect.poll(async () => (await message.boundingBox())?.y).toBeLessThanOrEqual(300);
  await expect(page.getByRole('region', { name: 'Why it failed' })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Re-run' })).toBeHidden();
  await page.getByRole('button', { name: 'Details of the run' }).click();
  await expect(page.getByRole('button', { name: 'Re-run' })).toBeInViewport();
  await page.getByRole('button', { name: 'Details of the failure' }).click();
  await expectNoViolationsEither(page, 'an unfolded run on a phone');
  await expectToFit(page);

  await page.setViewportSize({ width: 1440, height: 900 });
  const rows = await page.locator('main > header').evaluate((header) => header.getBoundingClientRect().height);
  expect(rows, 'two rows').toBeLessThan(90);
});

test('a phone folds what stands above a conversation while it is read, and its text stays in place', async ({
  page,
  dashboard,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openRun(page, dashboard, '?case=R-01');
  const header = page.locator('main > header');
  const conversation = page.getByRole('region', { name: 'Conversation', exact: true });
  const answer = conversation.getByRole('article').nth(3);
  await expect(answer).toBeVisible();
  await conversation.evaluate((list) => list.scrollTo(0, 199));
  await expect(header).toBeVisible();
  const before = (await answer.boundingBox())?.y ?? 0;
  await conversation.evaluate((list) => list.scrollTo(0, 260));
  await expect(header).toBeHidden();
  await expect(page.getByRole('button', { name: 'Share' })).toBeHidden();
  expect((await answer.boundingBox())?.y).toBeCloseTo(before - 61, -1);
  await conversation.evaluate((list) => list.scrollTo(0, 0));
  await expect(header).toBeVisible();
});

test('panes are resized, folded, and found again as they were left', async ({ page, dashboard }) => {
  await openRun(page, dashboard, '?case=R-02');
  const divider = page.getByRole('separator', { name: 'Width of the list of cases' });
  await expect(divider).toHaveAttribute('aria-valuenow', '320');
  const { x = 0, y = 0, width = 0 } = (await divider.boundingBox()) ?? {};
  await page.mouse.move(x + width / 2, y + 40);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 30, y + 60, { steps: 3 });
  await page.mouse.move(x + width / 2 + 80, y + 60);
  await page.mouse.up();
  expect(await widthOf(page, 'List of cases')).toBe(400);
  await expect(divider).toHaveAttribute('aria-valuenow', '400');
  await divider.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(divider).toHaveAttribute('aria-valuenow', '384');

  await page.getByRole('button', { name: 'Hide the inspector' }).click();
  await expect(page.getByRole('region', { name: 'Inspector' })).toBeHidden();
  await expectNoViolationsEither(page, 'with a folded inspector');
  await revisit(page);
  expect(await widthOf(page, 'List of cases')).toBe(384);
  await expect(page.getByRole('region', { name: 'Inspector' })).toBeHidden();

  await page.keyboard.press('w');
  await expect(page.getByRole('tab', { name: 'Why' })).toBeVisible();
  await divider.dblclick();
  expect(await widthOf(page, 'List of cases')).toBe(320);
  await page.keyboard.press('[');
  await expect(page.getByRole('region', { name: 'List of cases' })).toBeHidden();
  await page.getByRole('button', { name: 'Show the list of cases' }).click();
  await expect(page.getByRole('button', { name: 'Hide the list of cases' })).toBeFocused();

  const list = page.getByRole('list', { name: 'Cases' });
  await page.keyboard.press('f');
  await expect(list).toBeHidden();
  await expect(page.getByRole('region', { name: 'Inspector' })).toBeHidden();
  await page.keyboard.press('f');
  await expect(list).toBeVisible();

  await page.keyboard.press('[');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Cases' }).click();
  await expect(list).toBeVisible();
});
