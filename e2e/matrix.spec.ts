import { expect, type Page } from '@playwright/test';
import { expectNoViolations, expectNoViolationsEither } from './support/accessible';
import { expectToFit } from './support/fit';
import { greeterOnTwoModels } from './support/greeter';
import { hand } from './support/hand';
import { test } from './support/shared';
import { visit } from './support/visit';

test('a suite that ran on one model stands beside its run on another with 2 clicks', async ({ page, dashboard }) => {
  const suite = greeterOnTwoModels(dashboard, 'host');
  await visit(page, await dashboard.run(suite, '--connector', 'curt'));
  const { click, steps } = hand();
  await click(page.getByRole('button', { name: 'Re-run' }));
  await click(page.getByRole('menuitem', { name: 'All cases on polite' }));
  const table = page.getByRole('region', { name: 'Cases by run' });
  await expect(table.getByRole('columnheader')).toHaveText([/^Case$/, /^polite100%/, /^curt50%/]);
  await expect(table.getByRole('row', { name: /^Select bye/ })).toContainText('0 of 1');
  expect(steps()).toBe(2);
});

test('two models over one suite: ticked, started, side by side', async ({ page, dashboard }) => {
  const suite = greeterOnTwoModels(dashboard, 'greeter');
  await visit(page, `${dashboard.url}/runs?new=true`);
  await choose(page, 'Suite', suite);
  await page.getByRole('checkbox', { name: 'polite' }).check();
  await page.getByRole('button', { name: 'Start run' }).click();

  const table = page.getByRole('region', { name: 'Cases by run' });
  await expect(page.getByRole('status').filter({ hasText: 'Running now' })).toBeHidden();
  await expect(table.getByRole('columnheader')).toHaveText([/^Case$/, /^polite100%/, /^curt50%/]);
  await expect(table.getByRole('row', { name: /^Select hello/ })).toContainText('1 of 1');
  await expect(table.getByRole('row', { name: /^Select bye/ })).toContainText('0 of 1');
  await expectNoViolationsEither(page, 'matrix');

  await page.getByRole('button', { name: 'Differ 1' }).click();
  await expect(table.getByRole('rowheader')).toHaveText(['bye']);
  const bye = table.getByRole('row', { name: /^Select bye/ });
  await expect(bye).toContainText('Hello, and goodbye!');
  await expect(bye.getByRole('link', { name: /^bye on curt: 0 of 1/ })).toContainText('goodbye');
  await page.keyboard.press('l');
  await page.keyboard.press('l');
  await expect(bye.getByRole('link', { name: /^bye on curt/ })).toBeFocused();
  await page.keyboard.press(' ');
  const strip = page.getByRole('region', { name: 'bye: polite and curt' });
  await expect(strip).toContainText('Hello, and goodbye!');
  await expectNoViolationsEither(page, 'conversations below the matrix');
  await page.keyboard.press('Escape');
  await expect(strip).toBeHidden();
  await bye.getByRole('link', { name: /^bye on curt/ }).click();
  await strip.getByRole('link', { name: 'Open' }).last().click();
  await expect(page.getByRole('list', { name: 'Cases' }).locator('[aria-current=true]')).toContainText('bye');
});

test('ticked cases are run again, quarantined, tagged and reviewed', async ({ page, dashboard }) => {
  const suite = greeterOnTwoModels(dashboard, 'porter');
  for (const connector of ['polite', 'curt']) await dashboard.runInTerminal(suite, '--connector', connector);
  await visit(page, `${dashboard.url}/compare/matrix?suite=${suite}&agent=porter`);
  const actions = page.getByRole('region', { name: 'Ticked cases' });
  await page.getByRole('checkbox', { name: 'Select bye' }).check();
  await page.getByRole('checkbox', { name: 'Run again on polite' }).uncheck();
  await actions.getByRole('button', { name: 'Run again ×5 on 1 column' }).click();
  await expect(actions.getByRole('status')).toContainText('Started 1 run');

  await actions.getByRole('button', { name: 'Quarantine' }).click();
  await expect(actions.getByRole('status')).toContainText('1 case quarantined.');
  expect(dashboard.read(suite)).toContain('"quarantine":true');
  await actions.getByRole('button', { name: 'Undo' }).click();
  await expect(actions.getByRole('status')).toContainText('1 case no longer quarantined.');
  await actions.getByRole('button', { name: 'Tag…' }).click();
  await page.getByRole('textbox', { name: 'Tag' }).fill('manners');
  await page.keyboard.press('Enter');
  await expect(actions.getByRole('status')).toContainText('1 case tagged manners.');
  expect(dashboard.read(suite)).toContain('"tags":["manners"]');
  await expectNoViolations(page, 'actions on ticked cases');

  await actions.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('menuitem', { name: 'Review on curt' }).click();
  await expect(page.getByRole('heading', { name: /bye/ })).toBeVisible();
});

test('a view is saved with its columns, and a broken one is refused', async ({ page, dashboard }) => {
  const suite = greeterOnTwoModels(dashboard, 'usher');
  for (const connector of ['polite', 'curt']) await dashboard.runInTerminal(suite, '--connector', connector);
  dashboard.write('views/broken.json', '{\n  "version": 7\n}\n');
  await visit(page, `${dashboard.url}/compare/matrix?suite=${suite}&agent=usher`);
  await page.getByRole('button', { name: 'Columns…' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  await expectNoViolations(page, 'columns of the matrix');
  await columns.getByRole('checkbox', { name: /usher @ curt/ }).uncheck();
  await columns.getByRole('checkbox', { name: /usher @ curt/ }).check();
  await columns.getByRole('button', { name: 'Show these runs' }).click();
  const table = page.getByRole('region', { name: 'Cases by run' });
  await expect(table.getByRole('columnheader')).toHaveText([/^Case$/, /^polite/, /^curt/]);
  await page.getByRole('button', { name: 'Worse 1' }).click();

  await page.getByRole('button', { name: 'Views…' }).click();
  const views = page.getByRole('dialog', { name: 'Views' });
  await expect(views).toContainText('views/broken.json:2:3: version: this program reads version 1');
  await expectNoViolations(page, 'views of the matrix');
  await views.getByRole('textbox').fill('Ushers');
  await views.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('button', { name: 'View: Ushers' })).toBeVisible();
  expect(JSON.parse(dashboard.read('views/Ushers.json'))).toMatchObject({ version: 1, suite, mode: 'worse' });

  await visit(page, `${dashboard.url}/compare/matrix?suite=${suite}&agent=usher`);
  await page.getByRole('button', { name: 'Views…' }).click();
  await views.getByRole('button', { name: 'Ushers' }).click();
  await expect(table.getByRole('rowheader')).toHaveText(['bye']);
});

test('every suite stands beside its models, on a narrow screen too', async ({ page, dashboard }) => {
  const suite = greeterOnTwoModels(dashboard, 'butler');
  for (const connector of ['polite', 'curt']) await dashboard.runInTerminal(suite, '--connector', connector);
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, `${dashboard.url}/compare`);
  await page.getByRole('link', { name: 'Matrix' }).click();
  const table = page.getByRole('region', { name: 'Suites by connector' });
  await expect(table.getByRole('columnheader')).toContainText(['Suite and agent', 'curt', 'polite']);
  await expectToFit(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, 'suites by connector');
  await table.getByRole('link', { name: suite }).click();
  await page.getByRole('link', { name: /^Compare with/ }).click();
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText('bye');
});

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
