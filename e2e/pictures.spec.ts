import { expect, type Page } from '@playwright/test';
import { gatedConversation, standardCase, suite } from './support/cases';
import type { Dashboard } from './support/dashboard';
import { normalizeTimes, SCREENSHOT_TIME } from './support/even-clock';
import { test } from './support/own-server';
import { expectSamePictures } from './support/same-picture';
import { visit } from './support/visit';

test.use({ trace: 'off', timezoneId: 'UTC', locale: 'en-US' });
test.describe.configure({ timeout: 300_000 });

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
const refunds = 'tests/refunds.jsonl';

test('pages with nothing to show look as they did', { tag: '@long' }, async ({ page, dashboard }) => {
  await look(page, `${dashboard.url}/runs`, 'runs-empty', wide, narrow);
  await look(page, `${dashboard.url}/trends`, 'trends-empty', wide);
});

test('a history of several runs looks as it did', { tag: '@long' }, async ({ page, dashboard }) => {
  await page.clock.setFixedTime(SCREENSHOT_TIME);
  const { first, second, many, words } = await runSome(dashboard);
  const places: [name: string, address: string, ...sizes: (typeof wide)[]][] = [
    ['runs', '/runs', wide, narrow],
    ['run-failed', `/runs/${first}?case=R-03`, wide, narrow],
    ['run-passed', `/runs/${first}?case=R-01&tab=checkpoints`, wide],
    ['run-many', `/runs/${many}`, wide],
    ['run-long-words', `/runs/${words}`, wide, narrow],
    ['failures', `/runs/${first}/failures`, wide],
    ['review', `/runs/${first}/review`, wide],
    ['compare', `/compare?base=${first}&head=${second}&case=R-03`, wide],
    ['trends', `/trends?suite=${refunds}`, wide, narrow],
    ['cases', '/cases', wide],
    ['search', '/search?q=refund', wide],
    ['new-run', '/runs?new=true', wide],
    ['form', `/cases/${refunds}?case=R-01&view=form&panel=dry-run`, wide, narrow],
  ];
  for (const [name, address, ...sizes] of places) await look(page, `${dashboard.url}${address}`, name, ...sizes);
});

test('a run that goes on looks as it did', { tag: '@long' }, async ({ page, dashboard }) => {
  dashboard.write('tests/live.jsonl', suite(gatedConversation('L1'), gatedConversation('L2')));
  const ended = dashboard.startInTerminal('tests/live.jsonl', '--name', 'shop', '--parallel', '1');
  dashboard.open('L1-1');
  await visit(page, `${dashboard.url}/runs`);
  await page.getByRole('link', { name: 'tests/live.jsonl' }).click();
  await expect(page.getByText(/Turn 2: waiting for the agent/)).toBeVisible();
  await page.setViewportSize(wide);
  // These numbers are masked in the screenshot, because the widths of the bar and of its numbers differ between runs.
  const times = page.getByRole('toolbar', { name: 'Time by role' }).locator('..');
  await expectSamePictures(page, 'run-live', [times]);
  for (const gate of ['L1-2', 'L1-3', 'L2-1', 'L2-2', 'L2-3']) dashboard.open(gate);
  await ended;
});

async function look(page: Page, address: string, name: string, ...sizes: readonly (typeof wide)[]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await visit(page, address);
    await page.waitForLoadState('networkidle');
    await expectSamePictures(page, name);
  }
}

/** Records runs of one suite on two days, a run with many cases, and a run with very long texts. */
async function runSome(dashboard: Dashboard) {
  const cases = Array.from({ length: 120 }, (_, place) => {
    const id = `M-${String(place + 1).padStart(3, '0')}`;
    return standardCase(id, place % 17 === 3 ? { assert: { type: 'contains', value: 'good evening' } } : {});
  });
  dashboard.write('tests/many.jsonl', suite(...cases));
  const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(6);
  const long = standardCase(word, { name: word, input: `${word} `.repeat(9), assert: { type: 'equals', value: word } });
  dashboard.write('tests/words.jsonl', suite(long));
  const alone = ['--parallel', '1'];
  await dashboard.runInTerminal(refunds, '--name', 'shop', ...alone);
  await dashboard.runInTerminal(refunds, '--name', 'shop', ...alone, '--runs', '2');
  await dashboard.runInTerminal('tests/many.jsonl', '--name', 'instant', ...alone);
  await dashboard.runInTerminal('tests/words.jsonl', '--name', 'shop', ...alone);
  const [first = '', second = '', many = '', words = ''] = await normalizeTimes(dashboard);
  return { first, second, many, words };
}
