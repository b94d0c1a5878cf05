import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { expectNoViolationsInBoth } from './support/accessible';
import { standardCase, suite } from './support/cases';
import { expectToFit } from './support/fit';
import { test } from './support/shared';
import { revisit, visit } from './support/visit';

const file = 'tests/named.jsonl';
const judge = { type: 'agent', use: 'judge', value: 'polite' };
const cases = suite(
  standardCase('kind-1', { input: 'thank you for parcel 1', assert: judge }),
  standardCase('kind-2', { input: 'thank you for parcel 2', assert: judge }),
  standardCase('curt-1', { input: 'where is parcel 1', assert: judge }),
);
const tone = {
  question: 'Would you send it?',
  labels: [{ label: 'Send', means: 'good' }, { label: 'Never', means: 'bad' }, 'Unsure'],
  suites: [file],
  people: 2,
};

const title = (page: Page) => page.getByRole('heading', { level: 2 });
const status = (page: Page) => page.getByRole('status').filter({ hasText: /^Conversation|^Pair|^Your reviews/ });

async function reviewAs(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Reviewing as/ }).click();
  await page.getByRole('textbox', { name: /^Reviewing as/ }).fill(name);
  await page.keyboard.press('Enter');
  await revisit(page);
  await expect(page.getByRole('button', { name: `Reviewing as ${name}` })).toBeVisible();
}

test('two people decide a named queue by its keys, and its end makes cases and examples', async ({
  page,
  dashboard,
}) => {
  dashboard.write(file, cases);
  await dashboard.run(file, '--name', 'shop');
  dashboard.write('reviews/tone.jsonc', JSON.stringify(tone));
  dashboard.write('reviews/broken.jsonc', '{\n  "question": 7\n}');
  await visit(page, `${dashboard.url}/review`);
  await expect(page.getByRole('list', { name: 'Review queues' })).toContainText('reviews/broken.jsonc:2:3: question');
  await expectNoViolationsInBoth(page, 'the list of queues');
  await page.getByRole('link', { name: 'tone' }).click();
  await expect(page.getByText('Would you send it?')).toBeVisible();

  for (const [person, keys] of [
    ['Ann', ['1', '2', '2']],
    ['Bob', ['1', '1', '2']],
  ] as const) {
    await reviewAs(page, person);
    for (const [place, key] of keys.entries()) {
      await expect(status(page)).toHaveText(`Conversation ${place + 1} of 3`);
      await expect(page.getByRole('region', { name: 'Verdict' })).toHaveCount(0);
      if (person === 'Ann' && place === 0) {
        await page.getByRole('button', { name: 'Turn 1: Comment' }).click();
        await page.getByRole('textbox', { name: 'Note on turn 1' }).fill('a warm welcome');
        const saved = page.waitForResponse((response) => response.request().postData()?.includes('warm') === true);
        await page.keyboard.press('Enter');
        expect((await saved).ok()).toBe(true);
      } else await expect(page.getByText('a warm welcome')).toHaveCount(0);
      await page.keyboard.press(key);
    }
    await expect(title(page)).toHaveText('You decided 3 of 3 conversations');
  }

  const people = page.getByRole('region', { name: 'Agreement between people' });
  await expect(people).toContainText(/Ann and Bob agree in 2 of 3 \(.*\) · κ 0\.40/);
  await expect(page.getByRole('region', { name: 'Agreement with judge' })).toContainText('People agree with judge in');
  await page.getByText('What κ and α mean').click();
  await expectNoViolationsInBoth(page, 'the end of a named queue');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectToFit(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  const before = dashboard.read(file);
  await page.getByRole('button', { name: 'Turn these into cases' }).click();
  await page.getByRole('button', { name: 'Write 1 case' }).click();
  await expect(page.getByRole('region', { name: 'Written' })).toContainText('curt-1-turn-1');
  await expectNoViolationsInBoth(page, 'cases of a queue');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  expect(dashboard.read(file).startsWith(before)).toBe(true);
  expect(JSON.parse(dashboard.read(file).slice(before.length)).id).toBe('curt-1-turn-1');

  await page.getByRole('button', { name: 'Use as examples for the judge' }).click();
  await page
    .getByRole('group', { name: 'Cases whose judge gets the examples' })
    .getByRole('checkbox', { name: /kind-2/ })
    .check();
  await page.getByRole('button', { name: 'Give 2 examples' }).click();
  await expect(page.getByRole('region', { name: 'Written' })).toContainText('kind-2');
  const given = JSON.parse(dashboard.read(file).split('\n')[1] ?? '').assert;
  expect(given).toMatchObject({ ...judge, examples: [{ verdict: 'good' }, { verdict: 'bad' }] });

  // The test checks that a report which is sent to others contains the comment.
  await dashboard.inTerminal('report', 'latest', '-o', 'shared.html');
  await page.goto(pathToFileURL(path.join(dashboard.workspace, 'shared.html')).href);
  await page
    .getByRole('link', { name: /kind-1/ })
    .or(page.getByRole('button', { name: /kind-1/ }))
    .first()
    .click();
  await expect(page.getByText('a warm welcome')).toBeVisible();
});

test('pairs are decided by arrows, and name their sides only afterwards', async ({ page, dashboard }) => {
  dashboard.write('tests/pairs.jsonl', suite(standardCase('pair-1'), standardCase('pair-2')));
  dashboard.addAgents({ newer: { type: 'module', path: 'agents/shop.mjs' } });
  for (const agent of ['shop', 'newer']) await dashboard.run('tests/pairs.jsonl', '--name', agent);
  const pairs = { question: 'Which is better?', suites: ['tests/pairs.jsonl'], compare: ['shop', 'newer'] };
  dashboard.write('reviews/pairs.jsonc', JSON.stringify(pairs));
  await visit(page, `${dashboard.url}/review`);
  await page.getByRole('link', { name: 'pairs' }).click();
  const sides = page.getByRole('region', { name: /^(Left|Right)$/ });
  await expect(sides).toHaveCount(2);
  await expect(sides.getByText(/· (shop|newer)/)).toHaveCount(0);
  await expectNoViolationsInBoth(page, 'a pair');
  await page.keyboard.press('ArrowLeft');
  await expect(status(page)).toHaveText('Pair 2 of 2');
  await page.keyboard.press('k');
  await expect(sides.getByText('· shop')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('=');
  await expect(title(page)).toHaveText('You decided 2 of 2 pairs');
  await expect(page.getByRole('row', { name: /^The same 1 50%/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn these into cases' })).toHaveCount(0);
});
