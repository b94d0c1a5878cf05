import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { expectNoViolationsEither } from './support/accessible';
import { expectToFit } from './support/fit';
import { withKeysAlone } from './support/hands';
import { test } from './support/shared';
import { visit } from './support/visit';

const file = 'tests/simulated-user.jsonl';
const first =
  '// the users of the shop\n{"id": "A", "input": "hello", "assert": {"type": "contains", "value": "hello"}}\n';
const user = {
  goal: 'get a refund for the lamp',
  facts: { 'order id': '88213', 'e-mail': 'ann@shop.example' },
  unknown: ['loyalty number'],
  traits: ['lowercase'],
};

test('a conversation with the built-in user is written with the keyboard alone, saved, and run', async ({
  page,
  dashboard,
}) => {
  dashboard.write(file, first);
  await withKeysAlone(page, async (keys) => {
    await visit(page, `${dashboard.url}/cases/${file}?case=A`);
    const form = page.getByRole('form');
    const field = (name: string) => form.getByRole('textbox', { name, exact: true });
    await keys.to(page.getByRole('button', { name: 'New case' }));
    await keys.pick('Conv', page.getByRole('menuitem', { name: /^Conversation/ }));
    await expect(field('Goal')).toBeFocused();
    await page.keyboard.type(user.goal);
    await keys.to(field('Name of new fact'));
    await page.keyboard.type('order id');
    await page.keyboard.press('Enter');
    await page.keyboard.type('88213');
    await page.keyboard.press('Enter');
    // Two facts may not be asked for with the same words. The row shows this mistake, and the test then changes the
    // name.
    await page.keyboard.type('id of order');
    await page.keyboard.press('Enter');
    await page.keyboard.type(user.facts['e-mail']);
    await expect(form.getByRole('table')).toContainText('"id of order" is asked for with the same words as "order id"');
    await expect(page.getByRole('tab', { name: 'Problems 2' })).toBeVisible();
    await expectNoViolationsEither(page, 'the form of a built-in user with a mistake');
    await keys.to(field('Name of id of order'), 'back');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('e-mail');
    await page.keyboard.press('Enter');
    await expect(form.getByRole('table')).not.toContainText('same words');
    await keys.to(field('Does not know'));
    await page.keyboard.type('loyalty number');
    await page.keyboard.press('Enter');
    await keys.press(form.getByRole('checkbox', { name: 'Lowercase' }), 'Space');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  });
  const saved = readFileSync(path.join(dashboard.workspace, file), 'utf8');
  expect(saved.startsWith(first)).toBe(true);
  const written = JSON.parse(saved.slice(first.length));
  expect(written).toMatchObject({ id: 'conversation-1', until: 'done', simulator: user });
  expect(Object.keys(written.simulator)).toEqual(Object.keys(user));

  await page.setViewportSize({ width: 390, height: 844 });
  await expectToFit(page);
  await expectNoViolationsEither(page, 'the form of a built-in user, narrow');
});

test('the inspector says which facts were asked for and told, and has no empty tabs', async ({ page, dashboard }) => {
  dashboard.write(
    file,
    `${JSON.stringify({ id: 'U', until: 'done', simulator: user, assert: { type: 'elicited', value: ['order id'] } })}\n${first}`,
  );
  const run = await dashboard.run(file, '--name', 'shop');
  await page.goto(`${run}?case=U&tab=simulator`);
  const facts = page.getByRole('table', { name: 'Facts that the agent asked for' });
  await expect(facts.getByRole('row', { name: /^order id 88213 elicited turn 1 turn 2/ })).toBeVisible();
  await expect(facts.getByRole('row', { name: /^e-mail ann@shop.example never asked/ })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Checkpoints' })).toHaveCount(0);
  await expectNoViolationsEither(page, 'the facts of a simulated user');
  await facts.getByRole('button', { name: 'turn 2' }).click();
  await expect(page).toHaveURL(/turn=2/);
  await page.goto(`${run}?case=A`);
  await expect(page.getByRole('tab', { name: 'Why' })).toBeVisible();
  await expect(page.getByRole('tab', { name: /Simulator|Checkpoints/ })).toHaveCount(0);
});
