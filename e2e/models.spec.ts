import { expect, type Page } from '@playwright/test';
import { expectNoViolations, expectNoViolationsEither } from './support/accessible';
import type { Dashboard } from './support/dashboard';
import { expectToFit } from './support/fit';
import { hand } from './support/hand';
import { test } from './support/shared';
import { visit } from './support/visit';

test('a suite that ran on one model stands beside its run on another with 2 clicks', async ({ page, dashboard }) => {
  const suite = greeterOnTwoModels(dashboard, 'host');
  await visit(page, await dashboard.run(suite, '--connector', 'curt'));
  const { click, steps } = hand();
  await click(page.getByRole('button', { name: 'Re-run' }));
  await click(page.getByRole('menuitem', { name: 'All cases on polite' }));
  const table = page.getByRole('region', { name: 'Cases by connector' });
  await expect(table.getByRole('columnheader')).toHaveText([/^Case$/, /^polite100%/, /^curt50%/]);
  await expect(table.getByRole('row', { name: /^bye/ })).toContainText('0 of 1');
  expect(steps()).toBe(2);
});

test('two models over one suite: ticked, started, side by side', async ({ page, dashboard }) => {
  const suite = greeterOnTwoModels(dashboard, 'greeter');
  await visit(page, `${dashboard.url}/runs?new=true`);
  await choose(page, 'Suite', suite);
  await page.getByRole('checkbox', { name: 'polite' }).check();
  await page.getByRole('button', { name: 'Start run' }).click();

  const table = page.getByRole('region', { name: 'Cases by connector' });
  await expect(page.getByRole('status').filter({ hasText: 'Running now' })).toBeHidden();
  await expect(table.getByRole('columnheader')).toHaveText([/^Case$/, /^polite100%/, /^curt50%/]);
  await expect(table.getByRole('row', { name: /^hello/ })).toContainText('1 of 1');
  await expect(table.getByRole('row', { name: /^bye/ })).toContainText('0 of 1');
  await expectNoViolationsEither(page, 'models side by side');

  await page.getByRole('link', { name: 'Show only cases that differ' }).click();
  await expect(table.getByRole('rowheader')).toHaveText(['bye']);
  await table.getByRole('link', { name: /^bye on curt: 0 of 1/ }).click();
  await expect(page.getByRole('list', { name: 'Cases' }).locator('[aria-current=true]')).toContainText('bye');
});

test('every suite stands beside its models, on a narrow screen too', async ({ page, dashboard }) => {
  const suite = greeterOnTwoModels(dashboard, 'butler');
  for (const connector of ['polite', 'curt']) await dashboard.runInTerminal(suite, '--connector', connector);
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, `${dashboard.url}/compare`);
  await page.getByRole('link', { name: 'Models side by side' }).click();
  const table = page.getByRole('region', { name: 'Suites by connector' });
  await expect(table.getByRole('columnheader')).toContainText(['Suite and agent', 'curt', 'polite']);
  await expectToFit(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, 'suites by connector');
  await table.getByRole('link', { name: suite }).click();
  await page.getByRole('link', { name: 'Compare with curt' }).click();
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText('bye');
});

/** A suite that fails on one of two models. */
function greeterOnTwoModels(dashboard: Dashboard, name: string): string {
  const suite = `assistants/${name}/tests/cases.jsonl`;
  const script = (answer: string) => JSON.stringify({ type: 'scripted', rules: [{ answer }] });
  dashboard.write('connectors/curt.conn.yao', script('Hello.'));
  dashboard.write('connectors/polite.conn.yao', script('Hello, and goodbye!'));
  dashboard.write(`assistants/${name}/package.yao`, JSON.stringify({ name, connector: 'curt' }));
  dashboard.write(`assistants/${name}/prompts.yml`, '- role: system\n  content: You greet.\n');
  const cases = [
    { id: 'hello', input: 'Hello!', assert: { type: 'contains', value: 'Hello' } },
    { id: 'bye', input: 'Goodbye!', assert: { type: 'contains', value: 'goodbye' } },
  ];
  dashboard.write(suite, cases.map((line) => JSON.stringify(line)).join('\n'));
  return suite;
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
