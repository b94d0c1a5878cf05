import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { expectNoViolations } from './support/accessible';
import { suite } from './support/cases';
import { test } from './support/shared';
import { visit } from './support/visit';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const file = 'tests/attached.jsonl';

test('what comes with a message is shown, played and saved, and nothing is loaded from elsewhere', async ({
  page,
  dashboard,
}) => {
  writeFileSync(path.join(dashboard.workspace, 'tests', 'photo.png'), Buffer.from(pixel, 'base64'));
  writeFileSync(
    path.join(dashboard.workspace, 'tests', 'large.png'),
    Buffer.concat([Buffer.from(pixel, 'base64'), Buffer.alloc(90_000)]),
  );
  writeFileSync(path.join(dashboard.workspace, 'tests', 'bill.txt'), '<script>alert(1)</script>');
  const content = [
    { type: 'text', text: 'What is on these?' },
    { type: 'image', source: 'file://photo.png' },
    { type: 'image', source: 'file://large.png' },
    { type: 'image_url', image_url: { url: 'https://evil.example/track.png' } },
    { type: 'audio', data: 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=', format: 'wav' },
    { type: 'file', source: 'file://bill.txt' },
  ];
  dashboard.write(file, suite(JSON.stringify({ id: 'seen', input: { role: 'user', content } })));
  const run = await dashboard.run(file, '--name', 'shop');
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(dashboard.url) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  await visit(page, run);
  const attachments = page.getByRole('list', { name: 'Attachments' });
  await expect(attachments.getByRole('img', { name: 'Attached: image' })).toHaveCount(1);
  await attachments.getByRole('button', { name: /Show image/ }).press('Enter');
  await expect(attachments.getByRole('img', { name: 'Attached: image' })).toHaveCount(2);
  const widths = await attachments
    .getByRole('img')
    .evaluateAll((images) => images.map((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)));
  expect(widths).toEqual([1, 1]);
  await expect(attachments.locator('audio')).toHaveAttribute('src', /^data:audio\/wav/);
  await expect(attachments).toContainText('at https://evil.example/track.png, not loaded');
  const download = page.waitForEvent('download');
  await attachments.getByRole('link', { name: /bill\.txt|file/ }).click();
  expect((await download).suggestedFilename()).toMatch(/bill\.txt|file/);
  await expectNoViolations(page, 'attachments');
  expect(foreign).toEqual([]);
});
