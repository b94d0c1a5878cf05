import { execFileSync } from 'node:child_process';
import { expect } from '@playwright/test';
import { expectNoViolationsEither, expectNoViolationsInBoth } from './support/accessible';
import { standardCase, suite } from './support/cases';
import { test } from './support/own-server';
import { visit } from './support/visit';

const good = 'tests/good.jsonl';
const bad = 'tests/bad.jsonl';

test('runs stand by day or by suite, with branch, commit and cost', async ({ page, dashboard }) => {
  dashboard.write(good, suite(standardCase('a'), standardCase('b')));
  dashboard.write(bad, suite(standardCase('a', { assert: { type: 'contains', value: 'never said' } })));
  await dashboard.runInTerminal(bad, '--name', 'instant');
  await dashboard.runInTerminal(good, '--name', 'instant');
  execFileSync('git', ['init', '--quiet', '-b', 'prompts'], { cwd: dashboard.workspace });
  const name = ['-c', 'user.name=t', '-c', 'user.email=t@example.org'];
  execFileSync('git', [...name, 'commit', '--quiet', '--allow-empty', '-m', 'x'], { cwd: dashboard.workspace });
  await dashboard.runInTerminal(bad, '--name', 'instant');
  await visit(page, `${dashboard.url}/runs`);
  const list = page.getByRole('list', { name: 'Runs, newest first' });
  const headings = list.getByRole('heading');
  await expect(headings).toHaveText([/Today 3 runs/]);
  await expect(list.getByRole('listitem').first()).toContainText(/prompts.*[0-9a-f]{7}/);

  await page.getByRole('group', { name: 'Group by' }).getByRole('button', { name: 'Suite' }).click();
  await expect(page).toHaveURL(/by=suite/);
  await expect(headings).toHaveText([new RegExp(`${bad} 2 runs`), new RegExp(`${good} 1 run`)]);
  await expectNoViolationsInBoth(page, 'runs by suite');
  await page.reload();
  await expect(headings).toHaveCount(2);
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoViolationsEither(page, `runs by suite, ${width}`);
  }
  await page.getByRole('group', { name: 'Group by' }).getByRole('button', { name: 'None' }).click();
  await expect(headings).toHaveCount(0);
  await expect(list.getByRole('listitem')).toHaveCount(3);
});
