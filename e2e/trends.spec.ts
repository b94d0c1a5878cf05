import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import BetterSqlite from 'better-sqlite3';
import { expectNoViolations } from './support/accessible';
import { standardCase, suite } from './support/cases';
import { expectToFit } from './support/fit';
import { test } from './support/shared';
import { colorSchemes } from './support/thorough';
import { visit } from './support/visit';

const file = 'tests/trending.jsonl';
const never = { assert: { type: 'contains', value: 'never said' } };

/** Three runs of a suite. In the last one, the case `breaks` fails, `edited` has new content, and `new` is added. */
test.beforeAll(async ({ shared: { dashboard } }) => {
  const steady = ['steady-1', 'steady-2'].map((id) => standardCase(id));
  dashboard.write(file, suite(standardCase('breaks'), standardCase('edited'), ...steady));
  await dashboard.runInTerminal(file, '--name', 'shop');
  await dashboard.runInTerminal(file, '--name', 'shop');
  const edited = standardCase('edited', { name: 'Edited' });
  dashboard.write(file, suite(standardCase('breaks', never), edited, ...steady, standardCase('new')));
  await dashboard.runInTerminal(file, '--name', 'shop');
});

function chart(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

test('trends lead from the list of runs to a run, a conversation and a case, with the keyboard alone', async ({
  page,
  dashboard,
}) => {
  await visit(page, `${dashboard.url}/runs`);
  await page.getByRole('link', { name: 'Trends', exact: true }).press('Enter');
  const headline = /^80% now \(4 of 5, likely 22% to 98%\); broken since /;
  await expect(page.getByRole('heading', { name: headline })).toBeVisible();
  const rate = page.getByRole('slider', { name: 'Pass rate', exact: true });
  const shownTimes = () => chart(page, 'Pass rate').locator('.recharts-xAxis-tick-labels text').allTextContents();
  await expect.poll(async () => new Set(await shownTimes()).size).toBe(3);
  await expect(chart(page, 'Pass rate')).toContainText('cases changed');
  await rate.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/runs\/[^/]+/);
  await page.goBack();

  const map = page.getByRole('grid', { name: 'Cases by runs' });
  await map.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/case=breaks/);
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('hello breaks');

  await page.getByRole('tab', { name: 'History' }).press('Enter');
  await page.getByRole('link', { name: 'Trend of this case' }).press('Enter');
  await expect(page).toHaveURL(/\/trends\/case\?suite=.+case=breaks/);
  await expect(page.getByText(/2 runs in a row passed before/)).toContainText('and 1 since did not.');
  await expectNoViolations(page, 'the trend of a case');
  await page.getByRole('link', { name: 'Compare the two conversations' }).press('Enter');
  await expect(page).toHaveURL(/\/compare\?base=.+case=breaks/);
});

test('charts have their numbers as tables, and are saved as CSV and as pictures', async ({ page, dashboard }) => {
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme });
    await visit(page, `${dashboard.url}/trends?suite=${file}`);
    const rate = chart(page, 'Pass rate');
    await rate.getByText('Show table').click();
    await expect(rate.getByRole('row')).toHaveCount(4);
    await expect(rate.getByRole('row').nth(1)).toContainText('80%45');
    await expectNoViolations(page, `trends, ${colorScheme}`);

    const csv = readFileSync(await savedFile(page, 'Save as CSV: Pass rate', 'pass-rate.csv'), 'utf8');
    const [head, newest] = csv.split('\r\n');
    expect(head).toBe('Run,Pass rate,Passed,Judged,Low,High,Agent,Run id');
    expect(newest).toMatch(/^\d{4}-\d\d-\d\dT[^,]+,0\.8,4,5,0\.22\d+,0\.98\d+,shop,[0-9a-f-]{36}$/);

    const png = readFileSync(await savedFile(page, 'Save as PNG: Pass rate', 'pass-rate.png'));
    const { size, corner, colours } = await pictureOf(page, png);
    expect(size[0]).toBeGreaterThan(600);
    expect(corner.every((part) => (colorScheme === 'light' ? part > 240 : part < 60))).toBe(true);
    expect(colours).toBeGreaterThan(20);
  }
  const map = readFileSync(await savedFile(page, 'Save as CSV: Cases by runs', 'cases-by-runs.csv'), 'utf8');
  expect(map).toContain('tests/trending.jsonl,breaks,passed,passed,failed\r\n');
  expect(map).toContain('tests/trending.jsonl,new,not in this run,not in this run,passed\r\n');
});

test('trends fit a narrow screen, and the newest of many runs are in sight', async ({ page, dashboard }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, `${dashboard.url}/trends?suite=tests/unknown.jsonl`);
  await expect(page.getByText('There are no runs of tests/unknown.jsonl.')).toBeVisible();
  await page.getByRole('link', { name: file }).click();
  await expect(page.getByRole('grid', { name: 'Cases by runs' })).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Pass rate', exact: true })).toBeVisible();
  await expectToFit(page);
  await page.getByRole('grid', { name: 'Cases by runs' }).getByRole('gridcell', { name: 'failed' }).click();
  await expect(page).toHaveURL(/case=breaks/);

  repeatRuns(dashboard.databaseFile, file, 40);
  await visit(page, `${dashboard.url}/trends?suite=${file}&window=all`);
  const map = page.getByRole('grid', { name: 'Cases by runs' });
  await expect(map).toHaveAttribute('aria-colcount', '44');
  await map.scrollIntoViewIfNeeded();
  // The newest runs and the names of the cases must be visible.
  await expect(map.getByRole('gridcell').last()).toBeInViewport();
  await expect(map.getByRole('link', { name: 'breaks' })).toBeInViewport();
});

test('runs that are each of another commit have faint lines, as long as these can be told apart', {
  tag: '@long',
}, async ({ page, dashboard }) => {
  const steady = 'tests/steady.jsonl';
  dashboard.write(steady, suite(standardCase('steady')));
  await dashboard.runInTerminal(steady, '--name', 'shop');
  repeatRuns(dashboard.databaseFile, steady, 300);
  await visit(page, `${dashboard.url}/trends?suite=${steady}&window=20`);
  const faint = chart(page, 'Pass rate').locator('path[stroke-dasharray="1 4"]');
  await expect(faint).toHaveAttribute('d', /^(M[^M]+){19}$/);
  await visit(page, `${dashboard.url}/trends?suite=${steady}&window=all`);
  await expect(page.getByRole('slider', { name: 'Pass rate', exact: true })).toBeVisible();
  await expect(faint).toHaveCount(0);
  await page.getByText('300 commit-only changes').click();
  await expect(page.getByRole('region', { name: 'What changed' }).getByRole('listitem')).toHaveCount(300);
});

/** Copies the newest run of a suite `times` times, each a minute older and from another commit. */
function repeatRuns(databaseFile: string, suiteKey: string, times: number): void {
  const database = new BetterSqlite(databaseFile);
  const insert = (table: string, row: Record<string, unknown>): void => {
    const names = Object.keys(row);
    const values = names.map((name) => `:${name}`);
    database.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${values.join(', ')})`).run(row);
  };
  const run = Object(database.prepare('SELECT * FROM runs WHERE suite_key = ? ORDER BY started_at DESC').get(suiteKey));
  const attempts = database.prepare('SELECT * FROM attempts WHERE run_id = ?').all(run.id).map(Object);
  for (let time = 1; time <= times; time += 1) {
    const id = `${run.id}-${time}`;
    insert('runs', { ...run, id, started_at: run.started_at - time * 60_000, git_commit: `commit-${time}` });
    for (const attempt of attempts) insert('attempts', { ...attempt, run_id: id });
  }
  database.close();
}

async function savedFile(page: Page, button: string, name: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const found = await download;
  expect(found.suggestedFilename()).toBe(name);
  return found.path();
}

/** Returns the size of an image, the colour of its corner, and its number of colours. */
function pictureOf(page: Page, png: Buffer): Promise<{ size: number[]; corner: number[]; colours: number }> {
  return page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      const pixels = new Uint32Array(data.buffer);
      return { size: [image.width, image.height], corner: [...data.slice(0, 3)], colours: new Set(pixels).size };
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
}
