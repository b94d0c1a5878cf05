import { expect } from '@playwright/test';
import { expectNoViolationsEither, expectNoViolationsInBoth } from './support/accessible';
import { suite } from './support/cases';
import { expectToFit } from './support/fit';
import { test } from './support/shared';
import { visit } from './support/visit';

const file = 'tests/forks.jsonl';
const talk = {
  id: 'F-01',
  turns: ['I want my money back.', 'I have lost it', 'Never mind'],
  checkpoints: [
    { id: 'ask_order', assert: { type: 'regex', value: '(?i)order id' } },
    { id: 'lookup', after: ['ask_order'], assert: { type: 'tool_called', value: 'lookup_order' } },
  ],
};

test('a conversation goes on from a turn with another message, five times, and both runs say so', async ({
  page,
  dashboard,
}) => {
  dashboard.write(file, suite(JSON.stringify(talk)));
  await visit(page, await dashboard.run(file, '--name', 'shop'));
  await page.getByRole('button', { name: 'Fork here, turn 2' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Fork at turn 2' });
  await expect(dialog.getByRole('textbox', { name: 'User message' })).toHaveValue('I have lost it');
  await expect(dialog.getByRole('textbox', { name: 'System prompt' })).toHaveCount(0);
  await expect(dialog.getByText('Judged: lookup.')).toBeVisible();
  await expect(dialog.getByText('Reached before turn 2, so not judged again: ask_order.')).toBeVisible();
  await expectNoViolationsInBoth(page, 'fork');
  const origin = page.url();
  await dialog.getByRole('textbox', { name: 'User message' }).fill('It is 88213');
  await dialog.getByRole('button', { name: 'Run 5×' }).press('Enter');

  await expect(page.getByText(/Forked from run .*, case F-01, turn 2, with another message/)).toContainText(
    '5 of 5 pass; the original failed.',
  );
  await expect(page.getByRole('listitem', { name: 'Turn 1' })).toContainText('Copied from the original.');
  await expect(page.getByRole('listitem', { name: 'Turn 2' })).toContainText('88213');
  await expect(page.getByRole('listitem', { name: 'Turn 3' })).toContainText('Never mind');
  await expectNoViolationsEither(page, 'the run of a fork');
  await page.setViewportSize({ width: 390, height: 800 });
  await expectToFit(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('link', { name: /case F-01, turn 2$/ }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`^${origin.replace(/\?.*/, '')}`));
  await expect(page).toHaveURL(/turn=2/);
  await expect(page.getByRole('listitem', { name: 'Turn 2' })).toContainText('Forked: 5 of 5 pass');
  await page.goto(`${dashboard.url}/runs`);
  await expect(page.getByText('Fork at turn 2')).toHaveCount(1);
  await page.goto(`${dashboard.url}/trends?suite=${file}`);
  await expect(page.getByText('1 run', { exact: false }).first()).toBeVisible();
});
