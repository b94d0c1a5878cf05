import { expect } from '@playwright/test';
import { expectNoViolations } from './support/accessible';
import { type Dashboard, test } from './support/dashboard';
import { alive, visit } from './support/visit';

test('no page has an accessibility violation, in light and dark, wide and narrow', async ({ page, dashboard }) => {
  test.setTimeout(180_000);
  dashboard.write('scripts/prices_test.ts', "function TestPrice(t) { t.log('net'); t.assert.Equal(12, 10); }");
  await dashboard.runInTerminal('scripts/prices_test.ts');
  await dashboard.runInTerminal('tests/refunds.jsonl', '--name', 'shop', '--runs', '3');
  await dashboard.runInTerminal('tests/refunds.jsonl', '--name', 'shop', '--case', 'R-03', '--case', 'S-06');
  const [single = '', repeated = '', script = ''] = await runIds(dashboard);
  const addresses = [
    '/runs',
    '/runs?q=nothing',
    '/runs?new=true',
    '/runs/unknown',
    `/runs/${single}?case=R-03&tab=checkpoints&turn=2`,
    `/runs/${single}?case=S-06&tab=why`,
    `/runs/${single}?case=R-03&tab=simulator`,
    `/runs/${repeated}?case=R-01&tab=raw`,
    `/runs/${script}`,
    `/runs/${repeated}?q=s:failed`,
  ];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const address of addresses) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await visit(page, `${dashboard.url}${address}`);
      await expectNoViolations(page, `${address} ${colorScheme}`);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    for (const pane of ['Cases', 'Conversation', 'Inspector']) {
      await page.getByRole('button', { name: pane, exact: true }).click();
      await expectNoViolations(page, `${pane} ${colorScheme} narrow`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
  }
});

test('a run can be read with the keyboard alone', async ({ page, dashboard }) => {
  await dashboard.runInTerminal('tests/refunds.jsonl', '--name', 'shop');
  const [runId = ''] = await runIds(dashboard);
  await visit(page, `${dashboard.url}/runs/${runId}`);
  const chosen = page.getByRole('list', { name: 'Cases' }).locator('[aria-current=true]');
  await expect(chosen).toContainText('R-02');

  await page.keyboard.press('l');
  await expect(chosen).toContainText('R-03');
  await page.keyboard.press('J');
  await expect(chosen).toContainText('S-02');
  await page.keyboard.press('K');
  await page.keyboard.press('h');
  await expect(chosen).toContainText('R-02');

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/turn=2/);
  await page.keyboard.press('k');
  await expect(page).toHaveURL(/turn=1/);
  await page.keyboard.press('w');
  await expect(page.getByRole('tab', { name: 'Why' })).toHaveAttribute('aria-selected', 'true');

  await page.keyboard.press('/');
  await page.keyboard.type('s:error jl');
  await expect(page.getByText('No case matches.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Filter the cases' })).toHaveValue('s:error jl');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
});

test('the theme that a person chooses stays', async ({ page, dashboard }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await visit(page, `${dashboard.url}/runs`);
  await page.getByRole('button', { name: 'Dark', exact: true }).click();
  await expect(page.locator('html')).toHaveClass(/dark/);
  await page.reload();
  await alive(page);
  await expect(page.locator('html')).toHaveClass(/dark/);
});

async function runIds(dashboard: Dashboard): Promise<string[]> {
  const { runs } = await (await fetch(`${dashboard.url}/api/runs`)).json();
  return runs.map((run: { runId: string }) => run.runId);
}
