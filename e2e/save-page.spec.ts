import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { expectNoViolationsInBoth } from './support/accessible';
import { suite } from './support/cases';
import { test } from './support/shared';
import { visit } from './support/visit';

const long = 'A sentence that fills the page, so that the later turns are far below. '.repeat(20);
const conversationCase = (id: string): string =>
  JSON.stringify({
    id,
    input: 'My mug is broken',
    simulator: 'guest',
    max_turns: 6,
    checkpoints: [
      { id: 'ask', assert: { type: 'contains', value: 'turn 1' } },
      { id: 'lookup', after: ['ask'], assert: { type: 'contains', value: 'turn 4' } },
      { id: 'offer', after: ['lookup'], assert: { type: 'contains', value: 'a refund of' } },
    ],
  });

test('a conversation is shared as a page that opens at the turn, without what was unticked', async ({
  page,
  context,
  dashboard,
}, info) => {
  dashboard.addAgents({ 'long-seller': { type: 'module', path: 'agents/long-seller.mjs' } });
  dashboard.write(
    'agents/long-seller.mjs',
    `export default ({ turn, case_id }) =>
      'At turn ' + turn + ' ' + case_id + ': ' + (turn === 4 ? 'Nobody speaks of a refund. ' : '') + '${long}';`,
  );
  dashboard.write('tests/saved.jsonl', suite(conversationCase('mug'), conversationCase('kettle/1')));
  const run = await dashboard.run('tests/saved.jsonl', '--name', 'long-seller');
  await visit(page, `${run}?case=kettle/1`);

  const saving = page.waitForEvent('download');
  const share = page.getByRole('button', { name: 'Share', exact: true });
  await share.hover();
  await page.getByRole('checkbox', { name: '6 user messages' }).uncheck();
  await expectNoViolationsInBoth(page, 'the list of what is shared');
  await expect(share).toHaveAccessibleDescription(/^Downloads one HTML file with .*\./);
  await share.click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('kettle_1-T4.html');
  const file = info.outputPath('saved.html');
  await saved.saveAs(file);

  const alone = await context.newPage();
  await alone.goto(pathToFileURL(file).href);
  const turn = alone.getByRole('button', { name: 'T4, choose this turn', pressed: true });
  await expect(turn).toBeInViewport();
  await expect(alone.getByRole('listitem', { name: 'Turn 4' })).toContainText('At turn 4');
  await expect(alone.getByRole('button', { name: 'T1, choose this turn' })).not.toBeInViewport();
  expect(await alone.content()).not.toContain('mug:');
  expect(await alone.content()).not.toContain('My mug is broken');
  await alone.reload();
  await expect(turn).toBeInViewport();
});

test('a run as a folder opens on any web server, at the turn where each conversation went wrong', async ({
  page,
  dashboard,
}) => {
  const run = await dashboard.recorded('tests/refunds.jsonl', '--name', 'shop');
  const folder = path.join(dashboard.workspace, 'site');
  await dashboard.inTerminal('report', path.basename(run), '-o', `${folder}/`);
  const server = createServer((request, response) => {
    const file = path.join(folder, decodeURIComponent(new URL(request.url ?? '/', 'http://any').pathname));
    const type = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }[path.extname(file)];
    response
      .setHeader('content-type', type ?? 'text/html')
      .end(readFileSync(type ? file : path.join(file, 'index.html')));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/`);
    await expectNoViolationsInBoth(page, 'all cases of a folder');
    await expect(page.getByRole('row')).toHaveCount(12);
    await page.getByRole('row', { name: /R-03/ }).getByRole('link').click();
    await expect(page.getByRole('button', { name: 'T1, choose this turn', pressed: true })).toBeInViewport();
    await page.getByRole('link', { name: 'All cases of the run' }).click();
    await expect(page.getByRole('heading', { name: 'Failures by cause' })).toBeVisible();
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
