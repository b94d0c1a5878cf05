import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { expectNoViolations, expectNoViolationsEither } from './support/accessible';
import { standardCase, suite } from './support/cases';
import { test } from './support/own-server';
import { visit } from './support/visit';

/** A conversation that passes with the shop agent. */
const conversation = JSON.stringify({
  id: 'talk',
  input: 'I want my money back.',
  simulator: { use: 'shopper', options: { metadata: { persona: 'Patient customer', goal: 'Get the money back' } } },
  checkpoints: [{ id: 'ask_order', assert: { type: 'contains', value: 'order id' } }],
});

test('files are made and searched, and a workspace without any says how to begin', async ({ page, dashboard }) => {
  dashboard.write('tests/plain.jsonl', suite(standardCase('A'), standardCase('B')));
  await visit(page, `${dashboard.url}/cases?q=hello+plain`);
  await expect(page.getByRole('list', { name: 'Cases that match' }).getByRole('link')).toHaveCount(2);
  await expectNoViolationsEither(page, 'cases that match');
  await page.getByRole('textbox', { name: 'Search the cases of all files' }).fill('plain kind:standard "hello b"');
  await page.getByRole('link', { name: 'B', exact: true }).press('Enter');
  await expect(page).toHaveURL(/tests\/plain\.jsonl\?case=B/);

  for (const folder of ['tests', 'experiments'])
    rmSync(path.join(dashboard.workspace, folder), { recursive: true, force: true });
  await visit(page, `${dashboard.url}/cases`);
  await expect(page.getByText('This workspace has no case files yet.')).toBeVisible();
  await expectNoViolations(page, 'no case files');
  await page.getByRole('main').getByRole('button', { name: 'New file' }).last().press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New file' });
  await dialog.getByRole('textbox').fill('../outside.jsonl');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('The file was not created.')).toBeVisible();
  await expectNoViolations(page, 'new file');
  await dialog.getByRole('textbox').fill('tests/new.jsonl');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('form', { name: 'Case case-1' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Cases', exact: true }).getByRole('link')).toHaveCount(1);

  await page.getByRole('button', { name: 'New case' }).press('Enter');
  await page.getByRole('menuitem', { name: /^Conversation/ }).press('Enter');
  await expect(page.getByRole('link', { name: /conversation-1/ })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('textbox', { name: 'Goal' })).toBeFocused();
  await expect(page.getByRole('tab', { name: 'Problems 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Source', exact: true }).click();
  await page.getByRole('textbox', { name: 'Text of tests/new.jsonl' }).press('Control+a');
  await page.keyboard.insertText(`${conversation}\n`);
  await page.getByRole('link', { name: /^talk/ }).click();
  await page.getByRole('button', { name: 'More ways to run' }).click();
  await page.getByRole('menuitem', { name: /Agent and connector/ }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Agent' }).click();
  await page.getByRole('option', { name: /^shop\b/ }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.keyboard.press('Control+Enter');
  const panel = page.getByRole('region', { name: 'Check and run' });
  await expect(panel.getByText('I want my money back.').first()).toBeVisible();
  await expect(panel.getByText('Passed').first()).toBeVisible();
  expect(readFileSync(path.join(dashboard.workspace, 'tests/new.jsonl'), 'utf8')).toBe(`${conversation}\n`);
});
