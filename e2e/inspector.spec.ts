import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectNoViolations } from './support/accessible';
import { standardCase, suite } from './support/cases';
import type { Dashboard } from './support/dashboard';
import { test } from './support/shared';
import { visit } from './support/visit';

const file = 'tests/refunds.jsonl';

function inspector(page: Page) {
  return page.getByRole('region', { name: 'Inspector' });
}

function turn(page: Page, number: number) {
  return page.getByRole('button', { name: `T${number}, choose this turn` });
}

test('every checkpoint that was not reached says why', async ({ page, dashboard }) => {
  const address = await dashboard.recorded(file, '--name', 'shop');
  await visit(page, `${address}?case=R-03`);
  const checkpoints = inspector(page).getByRole('list', { name: 'Checkpoints' });
  const verify = checkpoints.getByRole('listitem').filter({ hasText: 'Verifies who asks' });
  await expect(verify).toContainText('Not reached');
  await expect(verify).toContainText('contains date of birth');
  const lookup = checkpoints.getByRole('listitem').filter({ hasText: 'after verify' });
  await expect(lookup).toContainText('Blocked by verify', { ignoreCase: true });
  await expect(lookup).toContainText('held too early, at turn 1');

  await visit(page, `${address}?case=R-02`);
  const offer = checkpoints.getByRole('listitem').filter({ hasText: 'Offers to search' });
  await expect(offer).toContainText('regex (?i)name|address');
  await expect(offer).toContainText('expected');
});

test('a near miss is quoted and leads to its turn', async ({ page, dashboard }) => {
  dashboard.write(
    'tests/near.jsonl',
    suite(
      JSON.stringify({
        id: 'near',
        input: 'I want my money back.',
        simulator: { use: 'shopper', options: { metadata: { persona: 'Patient', goal: 'Get the money back' } } },
        checkpoints: [
          { id: 'amount', assert: { type: 'contains', value: 'Shall I refund 45.90 now' } },
          {
            id: 'lookup',
            assert: { type: 'tool_called', value: { name: 'lookup_order', arguments: { order_id: '1' } } },
          },
        ],
        max_turns: 3,
      }),
    ),
  );
  await visit(page, await dashboard.run('tests/near.jsonl', '--name', 'shop'));
  const checkpoints = inspector(page).getByRole('list', { name: 'Checkpoints' });
  const amount = checkpoints.getByRole('listitem').filter({ hasText: 'Shall I refund 45.90' }).first();
  await expect(amount.locator('blockquote')).toHaveText('Shall I refund **45.90**?');
  await amount.getByRole('button', { name: 'turn 2' }).press('Enter');
  await expect(page).toHaveURL(/turn=2/);
  await expect(turn(page, 2)).toHaveAttribute('aria-pressed', 'true');
  await expect(checkpoints.locator('blockquote').nth(1)).toContainText('lookup_order({');
});

test('graph and turns point at each other, with the keyboard and with the mouse', async ({ page, dashboard }) => {
  await visit(page, `${await dashboard.recorded(file, '--name', 'shop')}?case=R-01`);
  const graph = page.getByRole('group', { name: 'Graph of the checkpoints' });
  const box = (name: string) => graph.getByRole('button', { name: new RegExp(name) });
  await expect(box('lookup')).not.toHaveClass(/outline-accent/);
  // Parts that come late move the turns away from under the mouse.
  await page.waitForLoadState('networkidle');
  await turn(page, 2).hover();
  await expect(box('lookup')).toHaveClass(/outline-accent/);
  await expect(box('ask_order')).not.toHaveClass(/outline-accent/);
  await box('refund').hover();
  await expect(turn(page, 3)).toHaveClass(/ring-accent/);
  await page.mouse.move(0, 0);
  await expect(turn(page, 3)).not.toHaveClass(/ring-accent/);

  await box('ask_order').focus();
  await expect(turn(page, 1)).toHaveClass(/ring-accent/);
  await page.keyboard.press('Tab');
  await expect(turn(page, 1)).not.toHaveClass(/ring-accent/);
  await box('refund').press('Enter');
  await expect(page).toHaveURL(/turn=3/);
  await turn(page, 1).focus();
  await expect(box('ask_order')).toHaveClass(/outline-accent/);
});

test('the bar of time leads to turns and says the same in words', async ({ page, dashboard }) => {
  await visit(page, `${await dashboard.recorded(file, '--name', 'shop')}?case=R-01`);
  const bar = page.getByRole('toolbar', { name: 'Time by role' });
  await expect(page.getByRole('list', { name: 'Total time' })).toContainText(/agent \d/);
  await expect(page.getByRole('list', { name: 'Total time' })).toContainText(/simulator \d/);
  await bar.getByRole('button', { name: /^Turn 2: agent/ }).click();
  await expect(page).toHaveURL(/turn=2/);
  await bar.getByRole('button', { name: /^Turn 1: agent/ }).focus();
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/turn=3/);
});

test('a failed check shows where expected and actual part', async ({ page, dashboard }) => {
  const expected = { paid: true, order: { id: 88213, total: 49.9, items: ['lamp', 'cable'] } };
  dashboard.write(
    'tests/why.jsonl',
    suite(
      standardCase('json', { input: 'Give me the order as json', assert: { type: 'equals', value: expected } }),
      standardCase('text', { assert: { type: 'equals', value: 'You said: hello nobody' } }),
      standardCase('tool', {
        input: 'Where is 88213?',
        assert: [
          {
            type: 'tool_called',
            value: { name: 'lookup_order', arguments: { order_id: '88214', include: ['items', 'payments'] } },
          },
          { type: 'tool_result', value: { tool: 'lookup_order', result: { status: 'lost' } } },
        ],
      }),
    ),
  );
  const address = await dashboard.run('tests/why.jsonl', '--name', 'shop');
  await visit(page, `${address}?case=json&tab=why`);
  const difference = inspector(page).getByLabel('Difference');
  await expect(difference).toContainText('expected: "total": 49.9', { useInnerText: false });
  await expect(difference).toContainText('"total": 45.9');
  await expect(difference).not.toContainText('lamp');

  await visit(page, `${address}?case=text&tab=why`);
  await expect(difference.locator('mark')).toHaveText(['nobody', 'text']);

  await visit(page, `${address}?case=tool&tab=why`);
  const calls = inspector(page).getByRole('list', { name: 'Calls beside what was expected' });
  await expect(calls.first()).toContainText('order_id should be "88214", is "88213"');
  await expect(calls.first()).not.toContainText('include');
  await expect(calls.nth(1)).toContainText('status should be "lost", is "delivered"');
});

test('the judge is shown with its whole request and answer', async ({ page, dashboard }) => {
  await visit(page, `${await dashboard.recorded(file, '--name', 'shop')}?case=S-06&tab=why`);
  await inspector(page).getByText('Request and answer').press('Enter');
  await expect(inspector(page)).toContainText('"criteria": "The answer is polite."');
  await expect(inspector(page)).toContainText('no greeting and no regret');
});

test('attempts of a case stand side by side', async ({ page, dashboard }) => {
  const alone = 'tests/one-run.jsonl';
  copyFileSync(path.join(dashboard.workspace, file), path.join(dashboard.workspace, alone));
  const run = await dashboard.run(alone, '--name', 'shop', '--runs', '3', '--case', 'S-03');
  await visit(page, `${run}?case=S-03&attempt=1`);
  await expect(
    page.getByText('2 of 3 attempts passed: with 95% confidence it passes 21% to 94% of the time'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Compare attempts' }).press('Enter');
  await expect(page).toHaveURL(/left=1&right=3/);
  const turns = page.getByRole('region', { name: 'Turns' });
  await expect(turns).toContainText('Maybe next week.');
  await expect(turns).toContainText('The parcel arrives on Monday.');
  await expect(page.getByText('Two attempts of each case')).toBeVisible();
  await expectNoViolations(page, 'attempts');
  await page.getByRole('combobox', { name: 'Attempt' }).nth(1).click();
  await page.getByRole('option', { name: /^2/ }).click();
  await expect(turns).toContainText('Both conversations are identical.');
  await page.getByRole('link', { name: 'Compare it with another run' }).click();
  await expect(page.getByText('There is nothing to compare yet.')).toBeVisible();
});

test('the simulator says who it is, what it wants and why it said what it said', async ({ page, dashboard }) => {
  await visit(page, `${await dashboard.recorded(file, '--name', 'shop')}?case=R-02&tab=simulator&turn=3`);
  await expect(inspector(page)).toContainText('Forgetful customer');
  await expect(inspector(page)).toContainText('annoyed');
  const moves = inspector(page).getByRole('list', { name: 'Moves of the simulator' });
  await expect(moves.getByRole('listitem')).toHaveCount(3);
  await expect(moves).toContainText('This person never finds anything.');
  await expect(inspector(page)).toContainText('reached its maximum number of turns');
  await moves.getByRole('button', { name: 'turn 2' }).click();
  await expect(page).toHaveURL(/turn=2/);
});

test('an attempt is copied as JSON, and its link with the turn and the tab', async ({ page, context, dashboard }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit(page, `${await dashboard.recorded(file, '--name', 'shop')}?case=R-01&turn=2&tab=raw`);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Copy JSON' }).first().press('Enter');
  await expect.poll(copied).toContain('"id": "R-01"');
  await page.keyboard.press('y');
  await expect.poll(copied).toMatch(/case=R-01&attempt=1&turn=2&tab=raw/);
  await page.goto(await copied());
  await expect(turn(page, 2)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('tab', { name: 'Raw' })).toHaveAttribute('aria-selected', 'true');
});

test('an address leads to its case, attempt and tab from cold, for every kind', async ({ page, dashboard }) => {
  dashboard.write(
    'scripts/prices_test.ts',
    "function TestPrice(t) { t.log('net'); t.assert.Equal({ net: 12 }, { net: 10 }); }",
  );
  const script = await dashboard.run('scripts/prices_test.ts');
  await page.goto(`${script}?case=TestPrice&tab=raw`);
  await expect(page.getByRole('tab', { name: 'Raw' })).toHaveAttribute('aria-selected', 'true');
  await page.goto(`${script}?case=TestPrice&tab=why`);
  await expect(inspector(page).getByLabel('Difference')).toContainText('"net": 10');

  const table = await dashboard.run('tests/replies.csv');
  const { rows } = await (await dashboard.fetch(table.replace('/runs/', '/api/runs/'))).json();
  const last = rows.at(-1);
  await page.goto(`${table}?suite=${encodeURIComponent(last.suiteKey)}&case=${encodeURIComponent(last.id)}&tab=why`);
  await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: last.id }).first()).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Why' })).toHaveAttribute('aria-selected', 'true');

  const repeated = await dashboard.run(file, '--name', 'shop', '--runs', '2', '--case', 'R-01', '--case', 'S-01');
  await page.goto(`${repeated}?case=R-01&attempt=2&turn=3&tab=simulator`);
  await expect(turn(page, 3)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: /Attempt 2/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('tab', { name: 'Simulator' })).toHaveAttribute('aria-selected', 'true');
  await page.goto(`${repeated}?case=nowhere&attempt=9&turn=99&tab=nothing`);
  await expect(page.getByText('This run has no case nowhere; showing ')).toBeVisible();
  await page.goto(`${repeated}?case=R-01&attempt=9`);
  await expect(page.getByText('R-01 has no attempt 9; showing attempt 1 instead.')).toBeVisible();
  await page.goto(`${repeated}?case=R-01&turn=99`);
  await expect(page.getByText('This attempt has no turn 99; the last one is turn 3.')).toBeVisible();
});

const states = ['case=R-03&turn=2', 'case=S-06&tab=why'];
const moreStates = ['case=S-02&tab=why', 'case=R-02&tab=simulator'];

test('the inspector is accessible', async ({ page, dashboard }) => {
  await expectUsable(page, dashboard, { states, width: 1440, colorScheme: 'light' });
});

test('the inspector is accessible in every state, wide and narrow, in light and dark', {
  tag: '@long',
}, async ({ page, dashboard }) => {
  test.setTimeout(180_000);
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) {
      await expectUsable(page, dashboard, { states: [...states, ...moreStates], width, colorScheme });
    }
  }
});

async function expectUsable(
  page: Page,
  dashboard: Dashboard,
  { states, width, colorScheme }: { states: string[]; width: number; colorScheme: 'light' | 'dark' },
): Promise<void> {
  const address = await dashboard.recorded(file, '--name', 'shop');
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 900 });
  for (const search of states) {
    await visit(page, `${address}?${search}`);
    if (width < 1000) await page.getByRole('button', { name: 'Inspector', exact: true }).click();
    await expectNoViolations(page, `${search} ${colorScheme} ${width}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}
