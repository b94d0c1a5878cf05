import { expect } from '@playwright/test';
import { expectNoViolationsEither, expectNoViolationsInBoth } from './support/accessible';
import { suite } from './support/cases';
import { expectToFit } from './support/fit';
import { test } from './support/shared';
import { visit } from './support/visit';

test('turns are reviewed one by one, found again, exported, and taken back', async ({ page, dashboard }) => {
  const file = 'tests/turns.jsonl';
  const talk = { id: 'T-01', turns: ['hello', 'I want my money back.'], assert: { type: 'contains', value: 'order' } };
  dashboard.write(file, suite(JSON.stringify(talk)));
  await visit(page, `${await dashboard.run(file, '--name', 'shop')}?case=T-01`);
  const second = page.getByRole('listitem', { name: 'Turn 2' });
  await second.getByRole('button', { name: 'Turn 2: Bad' }).click();
  await expect(second.getByRole('button', { name: 'Turn 2: Bad', pressed: true })).toBeVisible();
  const saved = page.waitForResponse((response) => response.request().postData()?.includes('too curt') === true);
  await second.getByRole('textbox', { name: 'Note on turn 2' }).fill('too curt');
  await page.keyboard.press('Enter');
  expect((await saved).ok()).toBe(true);
  await page.getByRole('button', { name: 'Turn 1: Good' }).click();
  await expect(page.getByRole('button', { name: 'Turn 1: Good', pressed: true })).toBeVisible();
  await expectNoViolationsEither(page, 'reviews of turns');
  await page.setViewportSize({ width: 390, height: 800 });
  await expectToFit(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  // The turn has a review now, but the attempt has none.
  await expect(page.getByRole('region', { name: 'Review' }).getByRole('button', { pressed: true })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Note on turn 2' })).toHaveValue('too curt');
  const csv = await dashboard.fetch(
    `${page.url().replace('/runs/', '/api/runs/').replace(/\?.*/, '')}/reviews?format=csv`,
  );
  expect((await csv.text()).split('\n')[1]).toMatch(/T-01,1,2,.*,bad,too curt,/);

  await page.getByRole('link', { name: /^Review \d/ }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Conversation 1 of 1' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn 2: Bad', pressed: true })).toBeVisible();
  await expectNoViolationsInBoth(page, 'reviews of turns in the queue');
  await page.getByRole('button', { name: 'Turn 2: Bad' }).click();
  await expect(page.getByRole('button', { name: 'Turn 2: Bad', pressed: false })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Turn 2: Bad', pressed: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn 1: Good', pressed: true })).toBeVisible();
});
