import path from 'node:path';
import { expect } from '@playwright/test';
import BetterSqlite from 'better-sqlite3';
import { packColumns, packRows } from '../runner/history/log/pack-rows';
import { readRows } from '../runner/history/log/read-rows';
import { expectNoViolationsInBoth } from './support/accessible';
import { standardCase, suite } from './support/cases';
import { expectToFit } from './support/fit';
import { test } from './support/own-server';
import { visit } from './support/visit';

/** Truncates the data of the first result and of the first turn of the newest run. */
function damage(databaseFile: string): void {
  const sqlite = new BetterSqlite(databaseFile);
  const runId = String(sqlite.prepare('SELECT id FROM runs ORDER BY started_at DESC').pluck().get());
  const rows = [...readRows({ sqlite }, runId, { afterSeq: 0 })];
  const cut = new Set(['case.finished', 'turn.finished'].map((type) => rows.find((row) => row.type === type)));
  const damaged = rows.map((row) => (cut.has(row) ? { ...row, data: row.data.slice(0, 20) } : row));
  sqlite.prepare('DELETE FROM event_packs WHERE run_id = ?').run(runId);
  const values = packColumns.map(() => '?').join(', ');
  sqlite.prepare(`INSERT INTO event_packs (${packColumns.join(', ')}) VALUES (${values})`).run(...packRows(damaged));
  sqlite.close();
}

test('an event that cannot be read is a grey card with its reason', async ({ page, dashboard }, testInfo) => {
  dashboard.write('tests/plain.jsonl', suite(standardCase('A'), standardCase('B')));
  expect(await dashboard.runInTerminal('tests/plain.jsonl', '--name', 'shop')).toBe(0);
  damage(dashboard.databaseFile);

  await visit(page, `${dashboard.url}/runs/latest?case=A`);
  const header = page.locator('main header').first();
  await expect(header.getByText('2 unreadable events')).toBeVisible();
  await expect(header.getByText('passed when it ran; now 1 result cannot be read')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Attempts by status' })).toContainText(/1\s*error/i);
  const cards = page.getByRole('list', { name: 'Unreadable events of the attempt' }).getByRole('listitem');
  await expect(cards).toHaveCount(2);
  await expect(cards.first()).toContainText(
    /^Event \d+ \(turn\.finished\) of case A cannot be read: its data is not JSON: /,
  );
  await expect(cards.last()).toContainText('The attempt counts as an error.');
  for (const [name, width, colorScheme] of [
    ['light', 1280, 'light'],
    ['dark', 1280, 'dark'],
    ['narrow', 390, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    if (width > 1000) await expectToFit(page);
    await page.screenshot({ path: path.join(testInfo.outputDir, `${name}.png`) });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await header.getByText('2 unreadable events').click();
  await expect(page.getByRole('list', { name: 'Unreadable events of the run' }).getByRole('listitem')).toHaveCount(2);
  await expectNoViolationsInBoth(page, 'a run with unreadable events');
  await page.screenshot({ path: path.join(testInfo.outputDir, 'open.png') });
});
