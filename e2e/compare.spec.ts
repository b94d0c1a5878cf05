import { expect, type Page } from '@playwright/test';
import { standardCase, suite } from './support/cases';
import { test } from './support/shared';
import { visit } from './support/visit';

const file = 'tests/compared.jsonl';
/** The option of a gate that allows all failures: without it, a run with failures cannot become a baseline. */
const mayFail = ['--min-pass-rate', '0'] as const;
const conversation = (input: string) =>
  JSON.stringify({
    id: 'talk',
    input,
    simulator: { use: 'shopper', options: { metadata: { persona: 'Customer', goal: 'Get the money back' } } },
    checkpoints: [{ id: 'ask_order', assert: { type: 'contains', value: 'order id' } }],
    max_turns: 3,
  });

/** Runs a suite twice with an edit of its file in between: one case then breaks, one is fixed, and one is new. */
test.beforeAll(async ({ shared: { dashboard } }) => {
  const mended = standardCase('mended', { assert: { type: 'contains', value: 'never said' } });
  dashboard.write(
    file,
    suite(conversation('I want my money back.'), standardCase('breaks'), mended, standardCase('stays')),
  );
  await dashboard.runInTerminal(file, '--name', 'shop', ...mayFail);
  const broken = standardCase('breaks', { assert: { type: 'contains', value: 'never said' } });
  dashboard.write(
    file,
    suite(conversation('Good morning.'), broken, standardCase('mended'), standardCase('stays'), standardCase('new')),
  );
  await dashboard.runInTerminal(file, '--name', 'shop', '--runs', '2', ...mayFail);
});

function changes(page: Page) {
  return page.getByRole('list', { name: 'Changes' });
}

test('two runs are compared from the list of runs on, with the keyboard alone', async ({ page, dashboard }) => {
  await visit(page, `${dashboard.url}/runs`);
  await page.getByRole('link', { name: 'Compare', exact: true }).press('Enter');
  await expect(page).toHaveURL(/base=.+&head=/);
  await expect(page.getByRole('region', { name: 'Before' })).toContainText('of 4');
  await expect(page.getByRole('region', { name: 'After' })).toContainText('of 10');
  const chosen = changes(page).locator('[aria-current=true]');
  await expect(chosen).toContainText('breaks');
  await page.keyboard.press('l');
  await expect(chosen).not.toContainText('breaks');
  await page.getByRole('button', { name: /fixed/ }).press('Enter');
  await expect(changes(page).getByRole('listitem')).toHaveCount(1);
  await expect(page).toHaveURL(/change=fixed/);
  await page.getByRole('button', { name: /fixed/ }).press('Enter');
  await changes(page).getByRole('link', { name: /talk/ }).press('Enter');
  await expect(page.getByRole('region', { name: 'Turns' })).toContainText('Good morning.');
});

test('a baseline stays until somebody unpins it', async ({ page, dashboard }) => {
  await visit(page, `${dashboard.url}/compare`);
  await page.getByRole('button', { name: 'Pin as baseline' }).click();
  await expect(page.getByRole('region', { name: 'Before' })).toContainText('baseline');
  await dashboard.runInTerminal(file, '--name', 'shop', ...mayFail);
  await dashboard.runInTerminal(file, '--name', 'shop', ...mayFail);
  await visit(page, `${dashboard.url}/compare`);
  await expect(page.getByRole('region', { name: 'Before' })).toContainText('of 4');
  await page.getByRole('button', { name: 'Unpin baseline' }).click();
  await expect(page.getByRole('button', { name: 'Pin as baseline' })).toBeVisible();
  await visit(page, `${dashboard.url}/compare`);
  await expect(page.getByRole('region', { name: 'Before' })).toContainText('of 5');
});
