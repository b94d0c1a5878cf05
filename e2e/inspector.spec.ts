import { expect, type Page } from '@playwright/test';
import { expectNoViolations } from './support/accessible';
import type { Dashboard } from './support/dashboard';
import { test } from './support/shared';
import { visit } from './support/visit';

const file = 'tests/refunds.jsonl';

function inspector(page: Page) {
  return page.getByRole('region', { name: 'Inspector' });
}

function turn(page: Page, number: number) {
  return page.getByRole('button', { name: `T${number}, choose this turn` });
}

test('an address leads to its case, attempt and tab from cold, for every kind', async ({ page, dashboard }) => {
  dashboard.write(
    'scripts/prices_test.ts',
    "function TestPrice(t) { t.log('net'); t.assert.Equal({ net: 12 }, { net: 10 }); }",
  );
  const script = await dashboard.run('scripts/prices_test.ts');
  await page.goto(`${script}?case=TestPrice&tab=raw`);
  await expect(page.getByRole('tab', { name: 'Raw' })).toHaveAttribute('aria-selected', 'true');
  await page.goto(`${script}?case=TestPrice&tab=why`);
  await expect(page.getByRole('region', { name: 'Script test' })).toContainText(/scripts\/prices_test\.ts:1:\d+/);
  await expect(inspector(page).getByLabel('Difference')).toContainText('"net": 10');

  const table = await dashboard.run('tests/replies.csv');
  const { rows } = await (await dashboard.fetch(table.replace('/runs/', '/api/runs/'))).json();
  const last = rows.at(-1);
  await page.goto(`${table}?suite=${encodeURIComponent(last.suiteKey)}&case=${encodeURIComponent(last.id)}&tab=why`);
  await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: last.id }).first()).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Why' })).toHaveAttribute('aria-selected', 'true');

  const repeated = await dashboard.run(file, '--name', 'shop', '--runs', '2', '--case', 'R-01', '--case', 'S-01');
  await page.goto(`${repeated}?case=R-01&attempt=2&turn=3&tab=simulator`);
  await expect(turn(page, 3)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: /Attempt 2/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('tab', { name: 'Simulator' })).toHaveAttribute('aria-selected', 'true');
});

const states = ['case=R-03&turn=2', 'case=S-06&tab=why'];
const moreStates = ['case=S-02&tab=why', 'case=R-02&tab=simulator'];

test('the inspector is accessible', async ({ page, dashboard }) => {
  await expectUsable(page, dashboard, { states, width: 1440, colorScheme: 'light' });
});

test('the inspector is accessible in every state, wide and narrow, in light and dark', {
  tag: '@long',
}, async ({ page, dashboard }) => {
  test.setTimeout(180_000);
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) {
      await expectUsable(page, dashboard, { states: [...states, ...moreStates], width, colorScheme });
    }
  }
});

async function expectUsable(
  page: Page,
  dashboard: Dashboard,
  { states, width, colorScheme }: { states: string[]; width: number; colorScheme: 'light' | 'dark' },
): Promise<void> {
  const address = await dashboard.recorded(file, '--name', 'shop');
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 900 });
  for (const search of states) {
    await visit(page, `${address}?${search}`);
    if (width < 1000) await page.getByRole('button', { name: 'Inspector', exact: true }).click();
    await expectNoViolations(page, `${search} ${colorScheme} ${width}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}
