import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectNoViolations } from './support/accessible';
import { standardCase, suite } from './support/cases';
import type { Dashboard } from './support/dashboard';
import { delayScripts } from './support/delayed-scripts';
import { test } from './support/shared';
import { visit } from './support/visit';

const file = 'tests/reviewed.jsonl';
const cases = suite(
  standardCase('kind', { assert: { type: 'contains', value: 'hello' } }),
  standardCase('strict', { assert: { type: 'contains', value: 'never said' } }),
  standardCase('plain'),
);

/** Opens a new run without reviews. */
async function openRun(page: Page, dashboard: Dashboard): Promise<void> {
  dashboard.write(file, cases);
  await visit(page, await dashboard.run(file, '--name', 'instant'));
}

test('a person reviews with the keyboard, and finds it again', async ({ page, dashboard }) => {
  await openRun(page, dashboard);
  const list = page.getByRole('list', { name: 'Cases' });
  const review = page.getByRole('region', { name: 'Review' });
  await expect(list.locator('[aria-current=true]')).toContainText('strict');

  await page.keyboard.press('1');
  await expect(review.getByRole('button', { name: 'Good' })).toHaveAttribute('aria-pressed', 'true');
  await review.getByRole('textbox', { name: 'Note' }).fill('=it is polite, "really"');
  await page.keyboard.press('Enter');
  await page.keyboard.press('l');
  await expect(list.locator('[aria-current=true]')).toContainText('kind');
  await page.keyboard.press('2');
  await expect(review.getByRole('button', { name: 'Bad' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('1 false pass · 1 false failure')).toBeVisible();

  await expectStoredReview(page, ['strict: good, =it is polite, "really"', 'kind: bad']);
  await page.reload();
  await expect(review.getByRole('button', { name: 'Bad' })).toHaveAttribute('aria-pressed', 'true');
  await visit(page, `${page.url().split('?')[0]}?q=review:good`);
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText('strict');
  await expect(review.getByRole('textbox', { name: 'Note' })).toHaveValue('=it is polite, "really"');

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export reviews' }).click();
  const saved = await (await download).path();
  expect(readFileSync(saved, 'utf8')).toContain(`"'=it is polite, ""really"""`);
});

for (const how of ['waits', 'fails'] as const) {
  test(`what is typed stays while code of the page ${how}`, { tag: how === 'fails' ? '@long' : [] }, async ({
    page,
    dashboard,
  }) => {
    const part = await delayScripts(page, 'false failure', how);
    await openRun(page, dashboard);
    const review = page.getByRole('region', { name: 'Review' });
    await review.getByRole('button', { name: 'Good' }).click();
    await part.asked;
    await review.getByRole('textbox', { name: 'Note' }).pressSequentially('polite');
    await expect(review.getByRole('textbox', { name: 'Note' })).toHaveValue('polite');
    await page.keyboard.press('Enter');
    await expectStoredReview(page, ['strict: good, polite']);
    part.release();
    await expect(page.getByRole('button', { name: '1 review' })).toBeVisible();
  });
}

/** Returns the reviews that the server has stored for the open run. */
async function expectStoredReview(page: Page, said: string[]): Promise<void> {
  const address = `${new URL(page.url()).pathname.replace('/runs/', '/api/runs/')}/reviews`;
  const storedReviews = async () => {
    const answer = await page.request.get(new URL(address, page.url()).href);
    const { reviews }: { reviews: { caseId: string; verdict: string; note: string }[] } = await answer.json();
    return reviews.map(({ caseId, verdict, note }) => `${caseId}: ${[verdict, note].filter(Boolean).join(', ')}`);
  };
  await expect.poll(storedReviews).toEqual(said);
}

test('people are held against the judge, and an unreliable judge is marked beside its verdicts', async ({
  page,
  dashboard,
}) => {
  const judgedCase = (id: string) => standardCase(id, { assert: { type: 'agent', use: 'fickle', value: 'polite' } });
  const disputed = 'tests/disputed.jsonl';
  dashboard.write(disputed, suite(judgedCase('one'), judgedCase('two')));
  dashboard.addAgents({ fickle: { type: 'module', path: 'agents/fickle.mjs', isolate: 'suite' } });
  dashboard.write('agents/fickle.mjs', fickle);
  await dashboard.runInTerminal(disputed, '--name', 'shop');
  await dashboard.inTerminal('judge', 'check', path.join(dashboard.workspace, disputed));
  await visit(page, await dashboard.newest(disputed));
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await expect(conversation).toContainText('unreliable judge');
  await expect(page.getByRole('region', { name: 'Inspector' })).toContainText('Unreliable judge: asked again, ');
  await page.keyboard.press('2');
  const agreement = page.getByText(/^people agree with fickle in [01] of 1 /);
  await expect(agreement).toBeVisible();
  await agreement.click();
  await expect(page.getByRole('table', { name: 'Verdicts of fickle compared with human reviews' })).toBeVisible();
  await expectNoViolations(page, 'agreement with a judge');
});

/** The code of a judge whose verdict alternates between passed and failed. */
const fickle = `let call = 0;
export default async () => JSON.stringify({ passed: call++ % 2 === 0, reason: 'it depends' });
`;
