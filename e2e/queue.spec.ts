import { expect, type Page } from '@playwright/test';
import { expectNoViolationsInBoth } from './support/accessible';
import { standardCase, suite } from './support/cases';
import type { Dashboard } from './support/dashboard';
import { expectToFit } from './support/fit';
import { test } from './support/shared';
import { revisit, visit } from './support/visit';

const file = 'tests/talks.jsonl';
const judgedCase = (id: string, input: string) =>
  standardCase(id, { input, assert: { type: 'agent', use: 'judge', value: 'polite' } });
const numbers = Array.from({ length: 14 }, (_, position) => position + 1);
const cases = suite(
  ...numbers.map((number) => judgedCase(`polite-${number}`, `thank you for parcel ${number}`)),
  ...numbers.map((number) => judgedCase(`curt-${number}`, `where is parcel ${number}`)),
);

/** Opens a run of 28 conversations; the judge passes the half that is polite. */
async function openRun(page: Page, dashboard: Dashboard): Promise<void> {
  dashboard.write(file, cases);
  await visit(page, await dashboard.run(file, '--name', 'shop'));
  await expect(page.getByRole('link', { name: 'Review 20 conversations' })).toBeVisible();
}

function queueOf(page: Page) {
  return {
    status: page.getByRole('status').filter({ hasText: /^Conversation|^Your reviews/ }),
    title: page.getByRole('heading', { level: 2 }),
    verdict: page.getByRole('region', { name: 'Verdict' }),
    progress: page.getByRole('progressbar', { name: 'Reviewed' }),
  };
}

type StoredReview = { caseId: string; verdict: string; note: string };

async function storedReviews(page: Page): Promise<StoredReview[]> {
  const address = page
    .url()
    .replace('/runs/', '/api/runs/')
    .replace(/\/review.*/, '/reviews');
  return (await (await page.request.get(address)).json()).reviews;
}

test('20 conversations are reviewed with 22 keys, and the end says how far a person agrees', async ({
  page,
  dashboard,
}) => {
  await openRun(page, dashboard);
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  const { status, title, verdict, progress } = queueOf(page);
  await press('q');
  const seen: string[] = [];
  for (let place = 1; place <= 20; place += 1) {
    await expect(status).toHaveText(`Conversation ${place} of 20`);
    await expect(page.getByRole('listitem', { name: 'Turn 1' })).toContainText('You said');
    await expect(verdict).toHaveCount(0);
    const id = (await title.innerText()).trim();
    const isPolite = id.startsWith('polite');
    const saysGood = seen.length === 0 ? !isPolite : isPolite;
    seen.push(id);
    await press(saysGood ? '1' : '2');
  }
  expect(keys).toBeLessThanOrEqual(22);
  await expect(title).toHaveText('You reviewed 20 of 20 conversations');
  await expect(progress).toHaveAttribute('value', '20');
  expect(new Set(seen).size).toBe(20);
  expect(seen.filter((id) => id.startsWith('polite'))).toHaveLength(10);

  await expect(page.getByText(/^You agree with judge in 19 of 20 \(76% to > 99%\) · κ 0\.9/)).toBeVisible();
  const table = page.getByRole('table', { name: 'Verdicts of judge compared with human reviews' });
  await expect(table.getByRole('columnheader')).toHaveText(['You say', 'Judge passed', 'Judge failed', 'Right']);
  const isFalsePass = seen[0]?.startsWith('polite');
  await expect(table.getByRole('row').nth(1)).toContainText(isFalsePass ? /^Good\s*9\s*0/ : /^Good\s*10\s*1/);
  await expect(table.getByRole('row').nth(2)).toContainText(isFalsePass ? /^Bad\s*1\s*10/ : /^Bad\s*0\s*9/);
  await expect(page.getByRole('region', { name: 'Where you and the run differ' })).toContainText(seen[0] ?? '');
  await expect.poll(() => storedReviews(page)).toHaveLength(20);
  await expectNoViolationsInBoth(page, 'the end of the queue');

  await revisit(page);
  await expect(title).toHaveText('You reviewed 20 of 20 conversations');
  await page.getByRole('button', { name: seen[0] ?? '' }).click();
  await expect(status).toHaveText('Conversation 1 of 20');
  await expect(verdict).toContainText(isFalsePass ? 'Passed' : 'Failed');
  await page.goBack();
  await expect(page.getByText('people agree with judge in 19 of 20')).toBeVisible();
});

test('a review is undone, carries a note, and goes round what is done', async ({ page, dashboard }) => {
  await openRun(page, dashboard);
  await page.getByRole('link', { name: 'Review 20 conversations' }).click();
  const { status, title, verdict, progress } = queueOf(page);
  await expect(status).toHaveText('Conversation 1 of 20');
  const first = await title.innerText();

  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Note' }).pressSequentially('1 reason, in words');
  await page.keyboard.press('Enter');
  await page.keyboard.press('2');
  await expect(status).toHaveText('Conversation 2 of 20');
  await expect(progress).toHaveAttribute('value', '1');
  await expect
    .poll(() => storedReviews(page))
    .toMatchObject([{ caseId: first, verdict: 'bad', note: '1 reason, in words' }]);

  await page.keyboard.press('u');
  await expect(status).toHaveText('Conversation 1 of 20');
  await expect(title).toHaveText(first);
  await expect(progress).toHaveAttribute('value', '0');
  await expect(verdict).toHaveCount(0);
  await expect.poll(() => storedReviews(page)).toEqual([]);

  await page.keyboard.press('j');
  await page.keyboard.press('1');
  await expect(status).toHaveText('Conversation 3 of 20');
  await page.keyboard.press('k');
  await expect(verdict).toBeVisible();
  await expect(page.getByRole('button', { name: 'Good', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('k');
  await page.keyboard.press('1');
  await expect(status).toHaveText('Conversation 3 of 20');
});

test('verdicts are hidden until one is given or wanted, and no key tells them', async ({ page, dashboard }) => {
  await openRun(page, dashboard);
  await page.keyboard.press('q');
  const { status, title, verdict, progress } = queueOf(page);
  await expect(status).toHaveText('Conversation 1 of 20');
  const goTo = async (kind: string) => {
    for (let place = 1; place <= 20; place += 1) {
      await expect(status).toHaveText(`Conversation ${place} of 20`);
      if ((await title.innerText()).startsWith(kind)) return;
      await page.keyboard.press('j');
    }
  };
  await expect(page.getByRole('list', { name: 'What the case asks for' })).toHaveText('polite');
  await goTo('polite');
  await page.keyboard.press('3');
  await expect(progress).toHaveAttribute('value', '1');
  await expect(page.getByRole('alert').filter({ hasText: 'not saved' })).toHaveCount(0);
  await page.keyboard.press('u');
  await expect(progress).toHaveAttribute('value', '0');
  await expect(title).toHaveText(/^polite/);
  await expect(verdict).toHaveCount(0);
  await page.getByRole('switch', { name: 'Show verdicts before I decide' }).click();
  await expect(verdict).toContainText('The answer shows regret before it asks for anything.');
  await expectNoViolationsInBoth(page, 'a conversation of the queue with its verdict');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectToFit(page);
  await expectNoViolationsInBoth(page, 'a conversation of the queue on a phone');
  await page.getByRole('switch', { name: 'Show verdicts before I decide' }).click();
  await expect(verdict).toHaveCount(0);
  await expectToFit(page);
});
