import { expect, type Locator, type Page } from '@playwright/test';
import { findViolations } from './support/accessible';
import { standardCase, suite } from './support/cases';
import { test } from './support/fixtures';
import { cases, visibleCases } from './support/reports';

test('a report from disk needs nothing else, goes by keys, and its address keeps what was found', async ({
  page,
  reports,
}) => {
  const requests: string[] = [];
  const alarms: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => alarms.push(message.text()));
  page.on('pageerror', (error) => alarms.push(error.message));
  const url = await reports.report('tests/refunds.jsonl');
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'tests/refunds.jsonl' })).toBeVisible();
  await expect(cases(page).getByRole('listitem')).toHaveCount(11);
  // Waits until the page of the report has unpacked itself.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(page.getByRole('textbox', { name: 'Filter the cases' })).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type('s:failed');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(expanded(page)).toContainText('R-02');
  await expect(cases(page).getByRole('listitem', { name: 'Turn 2' })).toContainText('I do not have it at hand.');
  await page.keyboard.press('Escape');
  await expect(expanded(page)).toHaveCount(0);
  await expect(page.locator('[aria-expanded]:focus')).toContainText('R-02');

  await page.getByRole('textbox', { name: 'Filter the cases' }).fill('@policy');
  await expect(visibleCases(page)).toHaveText([/R-03/]);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Filter the cases' })).toHaveValue('@policy');
  await expect(visibleCases(page)).toHaveText([/R-03/]);
  await page.getByRole('textbox', { name: 'Filter the cases' }).fill('');
  await page.getByRole('link', { name: 'S-04' }).click();
  await expect(expanded(page)).toContainText('S-04');
  expect(new Set(requests.map((request) => request.replace(/#.*/, '')))).toEqual(new Set([url]));
  expect(alarms).toEqual([]);
});

test('what a hostile agent says is shown in a report and does nothing', async ({ page, reports }) => {
  const id = '</script><img src=x onerror=pwned=1>';
  reports.write('tests/hostile.jsonl', suite(standardCase(id, { input: 'be hostile <!-- <script>' })));
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const url = await reports.report('tests/hostile.jsonl');
  await page.goto(url);
  await page.getByRole('button', { name: id }).click();
  const list = cases(page);
  await expect(list).toContainText("<script>window.pwned = 'script'</script>");
  await expect(list).toContainText('be hostile <!-- <script>');
  expect(await page.locator('main').locator('script, img, iframe, object, embed, form').count()).toBe(0);
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  expect(requests).toEqual([url]);
});

test('a report has no accessibility violation', async ({ page, reports }) => {
  await expectUsable(page, await reports.report('tests/refunds.jsonl'), { width: 1280, colorScheme: 'light' });
  await page.goto(await reports.report('tests/replies.csv', '--scorer', 'replies'));
  await cases(page)
    .getByRole('button', { name: /refund-far/ })
    .click();
  await expect(expanded(page)).toContainText('refund-far');
  expect(await findViolations(page), 'a report of a table').toEqual([]);
});

test('a report has no accessibility violation, in light and dark, wide and narrow', {
  tag: '@long',
}, async ({ page, reports }) => {
  test.setTimeout(300_000);
  const url = await reports.report('tests/refunds.jsonl', '--runs', '3');
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 390]) await expectUsable(page, url, { width, colorScheme });
  }
});

test('on paper everything is open, and afterwards as it was', async ({ page, reports }) => {
  await page.goto(await reports.report('tests/refunds.jsonl'));
  await expect(page.getByRole('status')).toHaveText('11 cases');
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('RF-2041').first()).toBeVisible();
  await expect(page.locator('p', { hasText: 'agent error: the warehouse does not answer' }).last()).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(expanded(page)).toHaveCount(0);
});

/** The rows of open cases. */
function expanded(page: Page): Locator {
  return page.locator('li > [aria-expanded=true]');
}

/** Opens everything, as for printing. */
async function expectUsable(
  page: Page,
  url: string,
  { width, colorScheme }: { width: number; colorScheme: 'light' | 'dark' },
): Promise<void> {
  const theme = { light: 'Light', dark: 'Dark' }[colorScheme];
  await page.setViewportSize({ width, height: 900 });
  await page.goto(url);
  await page.getByRole('button', { name: theme, exact: true }).click();
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  expect(await findViolations(page, { colorScheme }), `${theme} ${width}`).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}
