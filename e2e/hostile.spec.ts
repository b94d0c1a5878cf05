import { expect, type Page } from '@playwright/test';
import { expectNoViolations } from './support/accessible';
import { standardCase, suite } from './support/cases';
import { test } from './support/shared';
import { visit } from './support/visit';

const kinds = ['markup', 'escapes', 'override', 'halves', 'megabytes', 'deep', 'array', 'pretend'];

/** Records requests from the page to other servers, and errors in the browser's console. */
function watchPageErrors(page: Page, url: string): { strangers: string[]; alarms: string[] } {
  const seen = { strangers: [] as string[], alarms: [] as string[] };
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) seen.strangers.push(request.url());
  });
  page.on('pageerror', (error) => seen.alarms.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') seen.alarms.push(message.text());
  });
  return seen;
}

function conversation(page: Page) {
  return page.getByRole('region', { name: 'Conversation' });
}

test('whatever an agent answers is shown, does nothing, and keeps nobody waiting', async ({ page, dashboard }) => {
  dashboard.write('tests/hostile.jsonl', suite(...kinds.map((kind) => standardCase(kind, { input: kind }))));
  const run = await dashboard.run('tests/hostile.jsonl', '--name', 'hostile');
  const seen = watchPageErrors(page, dashboard.url);
  let heaviest = 0;
  page.on('response', async (response) => {
    heaviest = Math.max(heaviest, (await response.body().catch(() => Buffer.alloc(0))).length);
  });
  await visit(page, run);
  const open = (kind: string) => page.getByRole('list', { name: 'Cases' }).getByRole('link', { name: kind }).click();

  await open('markup');
  await expect(conversation(page)).toContainText('image not loaded: picture');
  await page.getByRole('checkbox', { name: 'Raw text' }).check();
  await expect(conversation(page)).toContainText("<script>window.pwned = 'script'</script>");
  await page.getByRole('checkbox', { name: 'Raw text' }).uncheck();
  const targets = await conversation(page)
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(targets.filter((target) => /^\s*(?:javascript|data|vbscript|file):/i.test(target))).toEqual([]);
  expect(await conversation(page).locator('script, img, iframe, object, embed, form, style, svg[onload]').count()).toBe(
    0,
  );

  await open('escapes');
  await expect(conversation(page)).toContainText('␛[2J␛[31mred␇');
  await open('override');
  await expect(conversation(page)).toContainText('invoice⟦U+202E⟧fdp.exe');
  await open('halves');
  await expect(conversation(page)).toContainText('half ⟦U+D83D⟧ of a smile');

  await open('megabytes');
  await expect(conversation(page)).toContainText('Megabytes of it');
  expect(heaviest).toBeLessThan(1_000_000);
  await conversation(page).getByRole('button', { name: 'Show all (4.8 MB)' }).click();
  await conversation(page)
    .getByRole('button', { name: /^Show more \([\d,]+ characters left\)$/ })
    .click();
  await expect(conversation(page).getByRole('button', { name: 'Show less' })).toBeVisible();

  for (const kind of ['deep', 'array']) {
    await open(kind);
    await page.keyboard.press('w');
    await conversation(page).getByText('dig').click();
    await expect(conversation(page).getByText('Result', { exact: true })).toBeVisible();
    const all = conversation(page).getByRole('button', { name: /^Show all/ });
    if ((await all.count()) > 0) await all.click();
    await expect(conversation(page).locator('pre').last()).toContainText(kind === 'deep' ? '"bottom"' : '"last"');
  }

  await open('pretend');
  await conversation(page)
    .getByRole('button', { name: /^Show all/ })
    .click();
  await expect(conversation(page)).toContainText('"at":"[1,');

  await expectNoViolations(page, 'hostile');
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  expect(seen).toEqual({ strangers: [], alarms: [] });
});

test('a long conversation opens at once, at any turn, and keeps only what is in sight', async ({ page, dashboard }) => {
  test.setTimeout(180_000);
  const talk = {
    id: 'L',
    input: 'Begin.',
    max_turns: 60,
    timeout: '2m',
    options: { metadata: { bytes: 20_000 } },
    simulator: { use: 'chatter' },
    checkpoints: [{ id: 'end', assert: { type: 'contains', value: 'answer 60.' } }],
  };
  dashboard.write('tests/long-talk.jsonl', suite(JSON.stringify(talk)));
  const address = await dashboard.run('tests/long-talk.jsonl', '--name', 'talker');
  const html = await (await dashboard.fetch(address)).text();
  expect(html.length).toBeLessThan(1_000_000);

  await visit(page, `${address}?case=L&turn=40`);
  await expect(page.locator('#turn-40')).toBeInViewport();
  expect(await conversation(page).getByRole('listitem').count()).toBeLessThan(60);
  await page.keyboard.press('j');
  await expect(page.locator('#turn-41')).toBeInViewport();
  await page.keyboard.press('G');
  await expect(page.locator('#turn-60')).toBeInViewport();
  await page.locator('#turn-60').getByText('search', { exact: true }).click();
  await page
    .locator('#turn-60')
    .getByRole('button', { name: /^Show all \(\d\d KB\)$/ })
    .click();
  await expect(page.locator('#turn-60 pre').last()).toContainText('600000');
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  await expect(page.locator('#turn-1')).toBeInViewport();
  await page.keyboard.press('G');
  await expect(page.locator('#turn-60 pre').last()).toContainText('600000');
});
