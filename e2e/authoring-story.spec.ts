import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectNoViolationsInBoth } from './support/accessible';
import type { Dashboard } from './support/dashboard';
import { expectFocusSomewhere, withKeysAlone, withMouseAlone } from './support/hands';
import { test } from './support/shared';
import { visit } from './support/visit';

/** The content that another program writes to the case file while the user edits it. */
const broken = [
  '// written in a hurry',
  '{"id":"B-01","inptu":"hello","assert":{"type":"contains","value":"x"}}',
  '# no comment',
  '{"id":"B-02","input":"hello","assert":{"type":"contain","value":"x"}}',
  '{"id":"B-03" "input":"hello","assert":{"type":"contains","value":"x"}}',
  '',
].join('\r\n');
const mended = broken
  .replace('inptu', 'input')
  .replace('# no', '// no')
  .replace('contain"', 'contains"')
  .replace('"B-03" "', '"B-03", "');

/** The conversation that a user writes in both tests. */
const written = {
  id: 'refund',
  input: 'I want my money back.',
  simulator: { use: 'shopper', options: { metadata: { persona: 'Patient "customer"', goal: 'Get the money back' } } },
  checkpoints: [
    { id: 'ask', assert: { type: 'contains', value: 'order id' } },
    {
      id: 'lookup',
      after: ['ask'],
      assert: { type: 'tool_called', value: { name: 'lookup_order', arguments: { order_id: '88213' } } },
    },
    { id: 'refund', after: ['lookup'], assert: { type: 'contains', value: 'on its way' } },
  ],
};

test('a conversation is written, tried, run, and kept in a conflict, with the keyboard alone', {
  tag: '@long',
}, async ({ page, dashboard }) => {
  test.setTimeout(180_000);
  const file = 'tests/story-of-keys.jsonl';
  await withKeysAlone(page, async (keys) => {
    await visit(page, `${dashboard.url}/cases`);
    await keys.press(page.getByRole('button', { name: 'New file' }).first(), 'Enter');
    await keys.write(page.getByRole('dialog', { name: 'New file' }).getByRole('textbox'), file);
    await page.keyboard.press('Enter');
    const form = page.getByRole('form');
    await expect(form).toBeVisible();

    // Writes a conversation from scratch in the form.
    await keys.to(page.getByRole('button', { name: 'New case' }));
    await keys.pick('Question', page.getByRole('menuitem', { name: /^Question/ }));
    await expect(row(page, /^case-2/)).toHaveAttribute('aria-current', 'true');
    await expect(form.getByRole('textbox', { name: 'User message' })).toBeFocused();
    await page.keyboard.type(written.input);
    const card = (number: number) =>
      page.getByRole('listitem').filter({ has: page.getByRole('textbox', { name: `Checkpoint ${number}` }) });
    await keys.to(form.getByRole('textbox', { name: 'Id', exact: true }), 'back');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('refund');
    await page.keyboard.press('Enter');
    await keys.press(form.getByRole('button', { name: 'Turn into a conversation with checkpoints' }), 'Enter');
    await expect(form.getByRole('textbox', { name: 'Checkpoint 1' })).toBeFocused();
    await page.keyboard.type('ask');
    await page.keyboard.press('Enter');
    await keys.write(card(1).getByRole('textbox', { name: 'Text', exact: true }), 'order id');
    for (const [index, id] of ['lookup', 'refund'].entries()) {
      await keys.to(form.getByRole('button', { name: 'Add a checkpoint' }), 'back');
      await page.keyboard.press('Enter');
      await expect(form.getByRole('textbox', { name: `Checkpoint ${index + 2}` })).toBeFocused();
      await page.keyboard.type(id);
      await page.keyboard.press('Enter');
    }
    await keys.write(card(3).getByRole('textbox', { name: 'Text', exact: true }), 'on its way');
    await keys.to(card(2).getByRole('combobox', { name: 'Assertion 1' }), 'back');
    await keys.pick('Tool called', page.getByRole('option', { name: /^Tool called/ }));
    await keys.write(card(2).getByLabel('Tool', { exact: true }), 'lookup_order');
    await page.keyboard.press('Escape');
    await keys.write(card(2).getByRole('textbox', { name: 'Arguments (JSON)' }), '{"order_id": "88213"}');
    // Removes and restores the order of checkpoints on the map.
    const graph = form.getByRole('group', { name: 'Order of the checkpoints' });
    for (const said of ['refund, does not wait for another checkpoint', 'refund, comes after lookup']) {
      await keys.to(graph.getByRole('button', { name: /^lookup,/ }), 'back');
      await page.keyboard.press('c');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(graph.getByRole('button', { name: said })).toBeFocused();
    }
    await expectNoViolationsInBoth(page, 'a map of checkpoints');
    await keys.to(form.getByRole('combobox', { name: 'Played by' }), 'back');
    await keys.pick('An agent', page.getByRole('option', { name: /^An agent/ }));
    await keys.write(form.getByLabel('Agent', { exact: true }), written.simulator.use);
    await page.keyboard.press('Escape');
    await keys.write(form.getByRole('textbox', { name: 'Persona' }), written.simulator.options.metadata.persona);
    await keys.write(form.getByRole('textbox', { name: 'Goal' }), written.simulator.options.metadata.goal);

    // Tries the case on a pasted answer.
    await page.keyboard.press('F6');
    await expect(page.getByRole('tab', { name: 'Problems' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await keys.write(page.getByRole('textbox', { name: 'Pasted answer' }), 'May I have the order id?');
    const tried = page.getByRole('region', { name: 'Dry run' });
    await expect(tried.getByRole('list', { name: 'Checkpoints' })).toContainText('turn 1');

    // Deletes a case, restores it, and deletes it again.
    await page.keyboard.press('F6');
    await expect(row(page, /^refund/)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(row(page, /^case-1/)).toBeFocused();
    for (const after of ['Control+z', 'Escape']) {
      await keys.to(page.getByRole('button', { name: 'Actions for case-1' }));
      await keys.pick('Del', page.getByRole('menuitem', { name: 'Delete' }));
      await expect(page.getByText('case-1 deleted.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Actions for refund' })).toBeFocused();
      await page.keyboard.press(after);
    }
    await expectNoViolationsInBoth(page, 'a deleted case');

    // Runs the case.
    await page.keyboard.press('F6');
    await keys.to(page.getByRole('button', { name: 'More ways to run' }), 'back');
    await keys.pick('Agent', page.getByRole('menuitem', { name: /^Agent/ }));
    const runWith = page.getByRole('dialog', { name: 'Agent and connector' });
    await keys.to(runWith.getByRole('combobox', { name: 'Agent' }));
    await keys.pick('', page.getByRole('option', { name: /^shop\b/ }));
    await keys.press(runWith.getByRole('button', { name: 'Done' }), 'Enter');
    await expect(page.getByRole('button', { name: 'More ways to run' })).toBeFocused();
    await page.keyboard.press('Control+Enter');
    const beside = page.getByRole('region', { name: 'Check and run' });
    await expect(beside.getByText('Passed').first()).toBeVisible();
    await expectFocusSomewhere(page);
    expect(JSON.parse(readFileOnDisk(dashboard, file))).toEqual(written);

    // Another program writes the same file.
    await keys.write(form.getByRole('textbox', { name: 'Name', exact: true }), 'Mine');
    dashboard.write(file, broken);
    await expect(page.getByRole('button', { name: 'Compare and choose' })).toBeVisible();
    await keys.to(page.getByRole('button', { name: 'Compare and choose' }), 'back');
    await page.keyboard.press('Enter');
    const versions = page.getByRole('dialog', { name: 'Two versions of this file' });
    await expect(versions).toContainText('written in a hurry');
    await expectNoViolationsInBoth(page, 'two versions');
    await keys.press(versions.getByRole('button', { name: 'Use the version on disk' }), 'Enter');
    await expectFocusSomewhere(page);

    // Fixes the other program's file, problem by problem.
    await keys.to(page.getByRole('button', { name: 'Source', exact: true }), 'back');
    await page.keyboard.press('Enter');
    await keys.to(source(page, file));
    const offer = page.getByRole('group', { name: 'Quick fixes' });
    await page.keyboard.press('Control+Home');
    await expect(page.getByRole('tab', { name: 'Problems 5' })).toBeVisible();
    await page.keyboard.press('F8');
    await expect(offer).toContainText('"input" is missing');
    const fixes = ['Rename to "input"', 'Make it a // comment', 'Change to "contains"', 'Insert the missing comma'];
    for (const [index, fix] of fixes.entries()) {
      await page.keyboard.press('F8');
      await expect(offer).toContainText(fix);
      await page.keyboard.press('Control+.');
      await expect(page.locator('.source-fix').filter({ hasText: fix })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(source(page, file)).toBeFocused();
      await expect(offer).toHaveCount(0);
      await expect(page.getByRole('tab', { name: `Problems ${fixes.length - index - 1}` })).toBeVisible();
    }
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(readFileOnDisk(dashboard, file)).toBe(mended);
  });
});

test('a conversation is written, tried, run, and kept in a conflict, with the mouse alone', { tag: '@long' }, async ({
  page,
  dashboard,
}) => {
  const file = 'tests/story-of-mouse.jsonl';
  await withMouseAlone(page, async (write) => {
    await visit(page, `${dashboard.url}/cases`);
    await page.getByRole('button', { name: 'New file' }).first().click();
    const newFile = page.getByRole('dialog', { name: 'New file' });
    await write(newFile.getByRole('textbox'), file);
    await newFile.getByRole('button', { name: 'Create' }).click();
    const form = page.getByRole('form');
    await expect(form).toBeVisible();

    // Writes a conversation from scratch in the form.
    await page.getByRole('button', { name: 'New case' }).click();
    await page.getByRole('menuitem', { name: /^Question/ }).click();
    await expect(row(page, /^case-2/)).toHaveAttribute('aria-current', 'true');
    const card = (number: number) =>
      page.getByRole('listitem').filter({ has: page.getByRole('textbox', { name: `Checkpoint ${number}` }) });
    await write(form.getByRole('textbox', { name: 'Id', exact: true }), 'refund');
    await write(form.getByRole('textbox', { name: 'User message' }), written.input);
    await form.getByRole('button', { name: 'Turn into a conversation with checkpoints' }).click();
    await write(form.getByRole('textbox', { name: 'Checkpoint 1' }), 'ask');
    await write(card(1).getByRole('textbox', { name: 'Description' }), 'Asks for it');
    await write(card(1).getByRole('textbox', { name: 'Text', exact: true }), 'order id');
    for (const number of [2, 3]) {
      await form.getByRole('button', { name: 'Add a checkpoint' }).click();
      await write(form.getByRole('textbox', { name: `Checkpoint ${number}` }), number === 2 ? 'lookup' : 'refund');
    }
    await write(card(3).getByRole('textbox', { name: 'Text', exact: true }), 'on its way');
    await card(2).getByRole('combobox', { name: 'Assertion 1' }).click();
    await page.getByRole('option', { name: /^Tool called/ }).click();
    await write(card(2).getByLabel('Tool', { exact: true }), 'lookup_order');
    await write(card(2).getByRole('textbox', { name: 'Arguments (JSON)' }), '{"order_id": "88213"');
    await expect(card(2).getByText('Not JSON yet', { exact: false })).toBeVisible();
    await write(card(2).getByRole('textbox', { name: 'Arguments (JSON)' }), '{"order_id": "88213"}');
    const graph = form.getByRole('group', { name: 'Order of the checkpoints' });
    for (const said of ['refund, does not wait for another checkpoint', 'refund, comes after lookup']) {
      await graph.getByRole('button', { name: /^lookup,/ }).dragTo(graph.getByRole('button', { name: /^refund,/ }));
      await expect(graph.getByRole('button', { name: said })).toBeVisible();
    }
    await form.getByRole('combobox', { name: 'Played by' }).click();
    await page.getByRole('option', { name: /^An agent/ }).click();
    await write(form.getByLabel('Agent', { exact: true }), written.simulator.use);
    await write(form.getByRole('textbox', { name: 'Persona' }), written.simulator.options.metadata.persona);
    await write(form.getByRole('textbox', { name: 'Goal' }), written.simulator.options.metadata.goal);

    // Tries the case on a pasted answer.
    await page.getByRole('tab', { name: 'Dry run' }).click();
    await write(page.getByRole('textbox', { name: 'Pasted answer' }), 'May I have the order id?');
    const tried = page.getByRole('region', { name: 'Dry run' });
    await expect(tried.getByRole('list', { name: 'Checkpoints' })).toContainText('turn 1');

    // Deletes a case, restores it, and deletes it again.
    for (const button of ['Undo', 'Close']) {
      await page.getByRole('button', { name: 'Actions for case-1' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('status').getByRole('button', { name: button }).click();
      await expect(page.getByText('case-1 deleted.')).toBeHidden();
    }

    // Runs the case.
    await row(page, /^refund/).click();
    await page.getByRole('button', { name: 'More ways to run' }).click();
    await page.getByRole('menuitem', { name: /Agent and connector/ }).click();
    const runWith = page.getByRole('dialog', { name: 'Agent and connector' });
    await runWith.getByRole('combobox', { name: 'Agent' }).click();
    await page.getByRole('option', { name: /^shop\b/ }).click();
    await runWith.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Run case' }).click();
    const beside = page.getByRole('region', { name: 'Check and run' });
    await expect(beside.getByText('Passed').first()).toBeVisible();
    const [ask, ...others] = written.checkpoints;
    const described = { ...ask, description: 'Asks for it' };
    expect(JSON.parse(readFileOnDisk(dashboard, file))).toEqual({ ...written, checkpoints: [described, ...others] });

    // Another program writes the same file; both versions are kept.
    await write(form.getByRole('textbox', { name: 'Name', exact: true }), 'Mine');
    dashboard.write(file, broken);
    await page.getByRole('button', { name: 'Compare and choose' }).click();
    const versions = page.getByRole('dialog', { name: 'Two versions of this file' });
    await versions.getByRole('button', { name: 'Save a copy' }).click();
    await expect(versions).toBeHidden();
    const copy = readFileSync(path.join(dashboard.workspace, 'tests/story-of-mouse-mine.jsonl'), 'utf8');
    expect(JSON.parse(copy)).toMatchObject({ id: 'refund', name: 'Mine' });

    // Fixes the other program's file in the list of problems.
    await page.getByRole('tab', { name: /^Problems/ }).click();
    const problems = page.getByRole('list', { name: 'Problems' });
    await problems.getByRole('button', { name: /unknown key "inptu"/ }).click();
    await expect(source(page, file)).toBeFocused();
    await expect(page.getByRole('group', { name: 'Quick fixes' })).toContainText('unknown key "inptu"');
    for (const fix of [
      'Rename to "input"',
      'Make it a // comment',
      'Change to "contains"',
      'Insert the missing comma',
    ]) {
      await problems.getByRole('button', { name: fix }).click();
      await expect(problems.getByRole('button', { name: fix })).toHaveCount(0);
    }
    await expect(page.getByText('No problems.')).toBeVisible();
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(problems.getByRole('button', { name: 'Insert the missing comma' })).toBeVisible();
    await page.getByRole('button', { name: /^Redo/ }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(readFileOnDisk(dashboard, file)).toBe(mended);
  });
});

function source(page: Page, file: string) {
  return page.getByRole('textbox', { name: `Text of ${file}` });
}

function row(page: Page, name: RegExp) {
  return page.getByRole('list', { name: 'Cases', exact: true }).getByRole('link', { name });
}

function readFileOnDisk(dashboard: Dashboard, file: string): string {
  return readFileSync(path.join(dashboard.workspace, file), 'utf8');
}
