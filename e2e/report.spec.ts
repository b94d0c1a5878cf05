import { expect, type Locator, type Page } from '@playwright/test';
import { violationsIn } from './support/accessible';
import { standardCase, suite } from './support/cases';
import { test } from './support/fixtures';
import { cases, shown } from './support/reports';

test('a report from disk tells of every case what was said and what was checked', async ({ page, reports }) => {
  const requests: string[] = [];
  const alarms: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => alarms.push(message.text()));
  page.on('pageerror', (error) => alarms.push(error.message));
  const url = await reports.report('tests/refunds.jsonl');
  await page.goto(url);

  await expect(page.getByRole('heading', { name: 'tests/refunds.jsonl' })).toBeVisible();
  const summary = page.getByRole('region', { name: 'tests/refunds.jsonl' });
  await expect(summary).toContainText('4 failed, 1 error');
  await expect(summary).toContainText('50.0%');
  await expect(summary).toContainText('5 of 10 cases');
  await expect(cases(page).getByRole('listitem')).toHaveCount(11);

  const conversation = await open(page, 'R-01');
  await expect(conversation.getByRole('listitem', { name: 'Turn 2' })).toContainText('I found order 88213');
  await expect(conversation.getByRole('listitem', { name: 'Turn 3' })).toContainText('Reachedcheckpoint refund');
  await conversation.getByText('lookup_order', { exact: true }).first().click();
  await expect(conversation).toContainText('"name": "Lamp Nordlys"');
  const checkpoint = conversation
    .getByRole('list', { name: 'Checkpoints' })
    .getByRole('listitem')
    .filter({ hasText: 'optional' });
  await expect(checkpoint).toContainText('Reachedturn 1');
  await expect(checkpoint).toContainText('after ask_order');

  const judged = await open(page, 'S-06');
  await expect(judged).toContainText('Judge: The answer is correct, but curt');
  await expect(judged).toContainText('· score 0.3');
  await judged.getByText('Request and answer').click();
  await expect(judged).toContainText('"criteria": "The answer is polite."');
  await expect(judged).toContainText('"passed": false');

  const wrong = await open(page, 'S-02');
  await expect(wrong).toContainText('Expected49.9');
  await expect(wrong).toContainText('Actual45.9');
  expect(requests).toEqual([url]);
  expect(alarms).toEqual([]);
});

test('cases are found by status and by what was said in them, and the address keeps it', async ({ page, reports }) => {
  const url = await reports.report('tests/refunds.jsonl');
  await page.goto(url);
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Failed' }).click();
  await expect(page.getByRole('status')).toHaveText('4 of 11 cases');
  await expect(shown(page)).toHaveText([/R-02/, /R-03/, /S-02/, /S-06/]);
  await page.getByRole('textbox', { name: 'Filter the cases' }).fill('"bad review" !s:passed');
  await expect(shown(page)).toHaveText([/R-03/]);
  await page.getByRole('textbox', { name: 'Filter the cases' }).fill('zebra crossing');
  await expect(page.getByText('No matches')).toBeVisible();
  await page.getByRole('textbox', { name: 'Filter the cases' }).fill('@policy');
  await expect(shown(page)).toHaveText([/R-03/]);

  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Filter the cases' })).toHaveValue('@policy');
  const status = page.getByRole('group', { name: 'Status' });
  await expect(status.getByRole('button', { name: 'Failed' })).toHaveAttribute('aria-pressed', 'true');
  await expect(shown(page)).toHaveText([/R-03/]);

  await page.goto(`${url}#case=S-04`);
  await page.reload();
  await expect(expanded(page)).toContainText('S-04');
  await expect(page.locator('p', { hasText: 'agent error: the warehouse does not answer' }).last()).toBeVisible();
});

test('a report can be read with the keyboard alone', async ({ page, reports }) => {
  await page.goto(await reports.report('tests/refunds.jsonl'));
  // The page unpacks itself first.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(page.getByRole('textbox', { name: 'Filter the cases' })).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type('s:failed');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[aria-expanded]:focus')).toContainText('R-03');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  const opened = expanded(page);
  await expect(opened).toContainText('R-02');
  await page.keyboard.press('Escape');
  await expect(opened).toHaveCount(0);
  await expect(page.locator('[aria-expanded]:focus')).toContainText('R-02');
});

test('a repeated run shows attempts, classes and charts with their numbers', async ({ page, reports }) => {
  await page.goto(await reports.report('tests/refunds.jsonl', '--runs', '3'));
  await expect(
    page.getByRole('img', { name: /^Stability of 10 cases: 4 stable, 0 mostly stable, 1 unstable/ }),
  ).toBeVisible();
  await expect(page.getByRole('row', { name: 'S-03' })).toContainText('66.7%');
  await expect(page.getByRole('img', { name: /^How long 30 attempts took/ })).toBeVisible();
  await page.getByText('Show table').click();
  await expect(page.getByRole('columnheader', { name: 'Attempts' })).toBeVisible();

  await page.getByRole('link', { name: 'S-03' }).click();
  const flaky = page.locator('li:has(> [aria-expanded=true])');
  await expect(flaky).toContainText('2 of 3 passed (66.7%)');
  await expect(flaky).toContainText('Maybe next week.');
  await flaky.getByText('Attempt 1').click();
  await expect(flaky).toContainText('The parcel arrives on Monday.');
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

/** The rows of the open cases. */
function expanded(page: Page): Locator {
  return page.locator('li > [aria-expanded=true]');
}

/** Opens a case and answers everything of it. */
async function open(page: Page, id: string): Promise<Locator> {
  const row = page.locator('[aria-expanded]', { has: page.getByText(id, { exact: true }) });
  await row.click();
  await expect(row).toHaveAttribute('aria-expanded', 'true');
  return page.locator('li', { has: row });
}

/** With everything open, as on paper. */
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
  expect(await violationsIn(page, { colorScheme }), `${theme} ${width}`).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}
