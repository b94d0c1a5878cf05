import { expect, type Page } from '@playwright/test';
import { expectNoViolations } from './support/accessible';
import { deskProject, deskWorkspace } from './support/desk-workspace';
import { test } from './support/shared';
import { revisit, visit } from './support/visit';

const file = 'tests/desk.agent.yml';

/** The newest of two runs of the desk suite. The earlier run contains only one of the two cases. */
let run: string;
test.beforeAll(async ({ shared: { dashboard } }) => {
  dashboard.write('config.yml', deskProject);
  dashboard.write(file, deskWorkspace);
  await dashboard.runInTerminal(file, '--name', 'shop', '--case', 'users');
  run = await dashboard.run(file, '--name', 'shop');
});

test('a pair of answers is compared, as the address says, and the accuracy over time leads to the runs', async ({
  page,
}) => {
  await visit(page, `${run}?case=users`);
  await expect(page.locator('main header').first()).toContainText('Accuracy 62.5% over 2 tests');
  await expect(row(page, 'right-1')).toContainText('Flaky');
  const matrix = page.getByRole('table', { name: /Similarity/ });
  await matrix.getByRole('button', { name: 'Answers 3 and 4, Failed, B, score 0' }).click();
  await expect(page).toHaveURL(/pick=0%3A3~4|pick=0:3~4/);
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await expect(comparison.locator('mark')).toHaveText(['41', '42']);
  await revisit(page);
  await expect(comparison).toContainText('Answers 3 and 4');

  await page.getByRole('tab', { name: 'History' }).click();
  const history = page.getByRole('table', { name: 'Accuracy run by run, newest first' });
  await expect(history.getByRole('row')).toHaveCount(3);
  await expect(history.getByRole('row').nth(1)).toContainText('this run');
  await expect(history.getByRole('row').nth(1)).toContainText('62.5%2 cases');
  const chart = page.getByRole('slider', { name: 'Accuracy over time' });
  await chart.focus();
  await expect(chart).toHaveAttribute('aria-valuetext', /this case 62\.5%|this case 50%/);
  await expect(chart.locator('circle').first()).toBeVisible();
  await expectNoViolations(page, 'history');
  const { pathname } = new URL(page.url());
  await history.getByRole('row').nth(2).getByRole('link').click();
  await expect(page).not.toHaveURL(new RegExp(pathname));
  await expect(history.getByRole('row').nth(2)).toContainText('this run');
});

test('answers arrive one by one in a run that is started on the dashboard', async ({ page, dashboard }) => {
  dashboard.write('tests/slow.agent.yml', slowTest);
  await visit(page, `${dashboard.url}/runs`);
  await page.getByRole('button', { name: 'New run' }).first().click();
  await choose(page, 'Suite', 'tests/slow.agent.yml');
  await choose(page, 'Agent', 'shop');
  await page.getByRole('button', { name: 'Start run' }).click();
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
  const answers = page.getByRole('region', { name: 'Answers' });
  await expect(answers.getByText('0 of 3 answers')).toBeVisible();
  dashboard.open('answer-2');
  await expect(answers.getByText('1 of 3 answers')).toBeVisible();
  await expect(answer(page, 2)).toContainText('We have 42 users.');
  await expect(answer(page, 1)).toBeHidden();
  dashboard.open('answer-1');
  await expect(answer(page, 1)).toContainText('We have 42 users.');
  await expect(row(page, 'slow')).toContainText('2/3');
  dashboard.open('answer-3');
  await expect(answer(page, 3)).toContainText('We have 41 users.');
  await expect(page.locator('main header').first()).toContainText('Accuracy 33.33%');
  await expect(page.getByRole('table', { name: /Similarity/ }).getByRole('button')).toHaveCount(3);
});

const slowTest = `model: referee
system_instructions: You answer questions about the shop.
tests:
  - type: consistency
    name: slow
    n: 3
    task_description: Slowly, how many users do we have?
`;

function answer(page: Page, number: number) {
  return page.getByRole('article', { name: `Answer ${number}`, exact: true });
}

function row(page: Page, id: string) {
  return page.getByRole('list', { name: 'Cases' }).getByRole('link', { name: new RegExp(`^\\w+ ${id} `) });
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
