import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import BetterSqlite from 'better-sqlite3';
import { expectNoViolations, expectNoViolationsEither, expectNoViolationsInBoth } from './support/accessible';
import { standardCase, suite } from './support/cases';
import type { Dashboard } from './support/dashboard';
import { expectToFit } from './support/fit';
import { test } from './support/own-server';
import { revisit, visit } from './support/visit';

const file = 'tests/plain.jsonl';

async function recordRun(dashboard: Dashboard, runs: number): Promise<void> {
  dashboard.write(file, suite(standardCase('A'), standardCase('B')));
  for (let run = 0; run < runs; run += 1) await dashboard.runInTerminal(file, '--name', 'instant');
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** Leaves out the alert that Next itself adds for screen readers. */
const alertOf = (page: Page) => page.getByRole('main').getByRole('alert');
const openSettings = (page: Page, dashboard: Dashboard) => visit(page, `${dashboard.url}/settings`);

test('tells where everything is, and never a key, changes the colours, and removes old runs for good', async ({
  page,
  dashboard,
}) => {
  await recordRun(dashboard, 3);
  dashboard.write(
    'connectors/keyed.conn.yao',
    JSON.stringify({ type: 'openai', options: { model: 'gpt-4o', key: '$ENV.SOME_MISSING_KEY' } }),
  );
  dashboard.write(
    'connectors/open.conn.yao',
    JSON.stringify({ type: 'openai', options: { model: 'gpt-4o', key: 'sk-secret-in-the-file' } }),
  );
  dashboard.write('assistants/keyless/package.yao', JSON.stringify({ name: 'Keyless', connector: 'keyed' }));
  await visit(page, `${dashboard.url}/runs`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveTitle('Settings · Turntree');
  await expect(section(page, 'Workspace')).toContainText(path.join(dashboard.workspace, 'runner.config.json'));
  await expect(section(page, 'History')).toContainText(dashboard.databaseFile);
  await expect(section(page, 'History')).toContainText('Attempts6');
  const models = section(page, 'Models');
  await expect(models).toContainText('SOME_MISSING_KEY is missing');
  await expect(section(page, 'Agents')).toContainText('instant');
  await expect(section(page, 'Agents')).toContainText(/keyless.*unavailable: .*SOME_MISSING_KEY/);
  const answer = await (await page.request.get(`${dashboard.url}/api/workspace`)).text();
  expect(answer).not.toContain('sk-secret');
  await expect(page.locator('body')).not.toContainText('sk-secret');
  await expectNoViolationsInBoth(page, 'settings');

  await page.setViewportSize({ width: 390, height: 844 });
  await revisit(page);
  await expectToFit(page);
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveClass(/dark/);
  await page.setViewportSize({ width: 1440, height: 900 });

  const old = section(page, 'Old runs');
  await old.getByLabel('Older than (days)').fill('');
  await old.getByLabel('Newest runs to keep per suite').fill('1');
  await page.keyboard.press('Enter');
  await expect(old).toContainText('2 runs to delete:');
  await expectNoViolationsEither(page, 'a preview');
  await old.getByRole('button', { name: 'Delete 2 runs' }).press('Enter');
  await section(page, 'History').getByRole('button', { name: 'Remove 2 deleted runs permanently' }).press('Enter');
  await expect(section(page, 'History')).toContainText('2 runs removed');
  await expect(section(page, 'History')).toContainText('Deletednone');
  await section(page, 'History').getByRole('button', { name: 'Check for damage' }).press('Enter');
  await expect(section(page, 'History')).toContainText('The history is intact.');
});

test('exports all runs and imports them elsewhere, piece by piece', async ({ page, dashboard }) => {
  await recordRun(dashboard, 3);
  await openSettings(page, dashboard);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export all runs' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^turntree-history-\d{4}-\d\d-\d\d\.jsonl\.gz$/);
  const lines = gunzipSync(readFileSync(await download.path()))
    .toString()
    .trimEnd()
    .split('\n');
  expect(lines.filter((line) => line.startsWith('{"type":"run",'))).toHaveLength(3);

  // Blank lines make the imported file larger than one upload chunk.
  const large = path.join(dashboard.workspace, 'large.jsonl');
  writeFileSync(large, `${lines.join('\n')}\n${`${' '.repeat(1023)}\n`.repeat(4_000)}`);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import runs…' }).click();
  await (await chooser).setFiles(large);
  const transfer = section(page, 'Export and import');
  await expect(transfer).toContainText('0 runs added, 3 already present');
  expect(readdirSync(path.join(dashboard.workspace, '.runner', 'uploads'))).toEqual([]);

  const fromElsewhere = lines.join('\n').replaceAll(/"runId":"[0-9a-f]{8}/g, '"runId":"019fffff');
  writeFileSync(large, `${fromElsewhere}\n`);
  await page.getByLabel('File of runs to import').setInputFiles(large);
  await expect(transfer).toContainText('3 runs added, 0 already present');
  await expect(section(page, 'History')).toContainText('Runs6');

  writeFileSync(large, lines.slice(0, 4).join('\n'));
  await page.getByLabel('File of runs to import').setInputFiles(large);
  await expect(transfer).toContainText('the file ends in the middle of a run');
  await expect(transfer).toContainText('Nothing was imported.');
});

test('says that a history is of a newer Turntree, or damaged, and begins a new one, keeping it', async ({
  page,
  dashboard,
}) => {
  await recordRun(dashboard, 1);
  await dashboard.stop();
  const whole = readFileSync(dashboard.databaseFile);
  const newer = Buffer.from(whole);
  // Changes the user version of the database, which SQLite stores at byte 60 of the file.
  newer.writeUInt32BE(99, 60);
  writeFileSync(dashboard.databaseFile, newer);
  await dashboard.start();
  await visit(page, `${dashboard.url}/trends`);
  await expect(alertOf(page)).toContainText('was written by a newer Turntree');
  await expect(alertOf(page)).toContainText('Update Turntree');
  await expect(page.getByRole('button', { name: /new history/ })).toHaveCount(0);

  await dashboard.stop();
  const damaged = whole.subarray(0, 3 * 4096);
  writeFileSync(dashboard.databaseFile, damaged);
  await dashboard.start();
  await visit(page, `${dashboard.url}/runs`);
  await expect(alertOf(page)).toContainText(`${dashboard.databaseFile} is damaged`);
  await expect(alertOf(page)).toContainText('Nothing in it was changed.');
  await expectNoViolations(page, 'a damaged history');
  await page.getByRole('button', { name: 'Keep this file and start a new history' }).click();
  await expect(page.getByText('No runs yet.')).toBeVisible();
  const folder = path.dirname(dashboard.databaseFile);
  const kept = readdirSync(folder).filter((name) => /^history\.\d{4}.*\.db$/.test(name));
  expect(kept).toHaveLength(1);
  expect(readFileSync(path.join(folder, kept[0] ?? '')).equals(damaged)).toBe(true);
});

test('finds damage in the middle of a small file at once, and of a large one when asked', async ({
  page,
  dashboard,
}) => {
  await recordRun(dashboard, 1);
  await dashboard.stop();
  const whole = readFileSync(dashboard.databaseFile);
  damageTheLastPage(dashboard.databaseFile);
  await dashboard.start();
  await openSettings(page, dashboard);
  await expect(alertOf(page)).toContainText(`${dashboard.databaseFile} is damaged`);
  await expect(alertOf(page).getByRole('button', { name: /start a new history/ })).toBeVisible();

  await dashboard.stop();
  writeFileSync(dashboard.databaseFile, whole);
  growFileBy(dashboard.databaseFile, 4_000_000);
  damageTheLastPage(dashboard.databaseFile);
  await dashboard.start();
  await openSettings(page, dashboard);
  await section(page, 'History').getByRole('button', { name: 'Check for damage' }).click();
  await expect(section(page, 'History').getByRole('button', { name: /start a new history/ })).toBeVisible();
});

/** Damages the last page that contains only rows, not the first page of a table. */
function damageTheLastPage(databaseFile: string): void {
  const bytes = readFileSync(databaseFile);
  const pages = Math.floor(bytes.length / 4096);
  bytes.fill(0xa5, (pages - 1) * 4096 + 8, pages * 4096);
  writeFileSync(databaseFile, bytes);
}

/** Appends pages to the file that belong to no run. */
function growFileBy(databaseFile: string, bytes: number): void {
  const database = new BetterSqlite(databaseFile);
  const add = database.prepare('INSERT INTO blobs (sha256, bytes) VALUES (?, randomblob(3000))');
  database.transaction(() => {
    for (let kept = 0; kept < bytes; kept += 3000) add.run(`filler-${String(kept).padStart(10, '0')}`);
  })();
  database.close();
}
