import { expect } from '@playwright/test';
import { expectNoViolationsInBoth } from './support/accessible';
import { suite } from './support/cases';
import { test } from './support/shared';
import { visit } from './support/visit';

const talk = {
  id: 'L',
  input: 'Begin.',
  max_turns: 40,
  options: { metadata: { bytes: 300 } },
  simulator: { use: 'chatter' },
  checkpoints: [{ id: 'end', assert: { type: 'contains', value: 'answer 40.' } }],
};

test('words are found in turns that are not in the document, and in what tools answered', async ({
  page,
  dashboard,
}) => {
  dashboard.write('tests/find.jsonl', suite(JSON.stringify(talk)));
  await visit(page, await dashboard.run('tests/find.jsonl', '--name', 'talker'));
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await expect(conversation).toContainText('This is answer 1.');
  await expect(page.locator('#turn-35')).toHaveCount(0);

  await conversation.focus();
  await page.keyboard.press('Control+f');
  const field = page.getByRole('textbox', { name: 'Find in this conversation' });
  await expect(field).toBeFocused();
  await field.fill('ANSWER 35');
  await expect(page.getByRole('search')).toContainText('1 of 1');
  await expect(page.locator('#turn-35')).toBeInViewport();
  expect(await page.evaluate(() => [...(CSS.highlights.get('found-now') ?? [])].map(String))).toEqual(['answer 35']);

  await field.fill('needle 2');
  await expect(page.getByRole('search')).toContainText('1 of 11');
  await expect(page.locator('#turn-2').getByText('"needle 2"')).toBeInViewport();
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByRole('search')).toContainText('11 of 11');
  await expect(page.locator('#turn-29').getByText('"needle 29"')).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('search')).toContainText('1 of 11');
  await page.getByRole('button', { name: 'Next match' }).click();
  await expect(page.locator('#turn-20').getByText('"needle 20"')).toBeInViewport();
  await expectNoViolationsInBoth(page, 'find');

  await field.fill('no such words');
  await expect(page.getByRole('search')).toContainText('not found');
  await field.press('Escape');
  await expect(field).toBeHidden();
  await expect(conversation).toBeFocused();
  await page.getByRole('button', { name: 'Find in this conversation' }).click();
  await expect(field).toBeFocused();
});

test('words are found where long texts did not come along', async ({ page, dashboard }) => {
  const long = { ...talk, max_turns: 4, options: { metadata: { bytes: 90_000 } } };
  dashboard.write('tests/find-long.jsonl', suite(JSON.stringify(long)));
  await visit(page, await dashboard.run('tests/find-long.jsonl', '--name', 'talker'));
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await conversation.focus();
  await page.keyboard.press('Control+f');
  const field = page.getByRole('textbox', { name: 'Find in this conversation' });
  await field.fill('Needle');
  await expect(page.getByRole('search')).toContainText('1 of 4');
  await expect(page.locator('#turn-1')).toContainText('"last":"needle 1"');
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByRole('search')).toContainText('4 of 4');
  await expect(page.locator('#turn-4').getByText('"last":"needle 4"')).toBeInViewport();
  const currentMatch = () => page.evaluate(() => [...(CSS.highlights.get('found-now') ?? [])].map(String));
  await expect.poll(currentMatch).toEqual(['needle']);
  await field.fill('is answer 3');
  await expect(page.getByRole('search')).toContainText('1 of 1');
  await expect.poll(currentMatch).toEqual(['is answer 3']);
  await field.fill('no such words');
  await expect(page.getByRole('search')).toContainText('not found');
});
