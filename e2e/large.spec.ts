import { expect } from '@playwright/test';
import { standardCase, suite } from './support/cases';
import { test } from './support/dashboard';
import { visit } from './support/visit';

const CASES = 10_000;

test('a run of 10,000 cases scrolls without blank rows', async ({ page, dashboard }) => {
  test.setTimeout(180_000);
  const lines = Array.from({ length: CASES }, (_, position) =>
    standardCase(`C${String(position + 1).padStart(5, '0')}`),
  );
  dashboard.write('tests/large.jsonl', suite(...lines));
  expect(await dashboard.runInTerminal('tests/large.jsonl', '--name', 'instant', '--parallel', '20')).toBe(0);
  await visit(page, `${dashboard.url}/runs`);
  await page.getByRole('link', { name: 'tests/large.jsonl' }).click();
  const list = page.getByRole('list', { name: 'Cases' });
  await expect(list).toContainText('C00001');
  expect(await list.getByRole('listitem').count()).toBeLessThan(120);

  const blanks = await list.evaluate(async (rows) => {
    const scroller = rows.parentElement;
    if (scroller === null) throw new Error('the list has no scroller');
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const frames: number[] = [];
    const step = Math.floor(scroller.clientHeight / 2);
    for (let at = 0; at < step * 200; at += step) {
      scroller.scrollTop = at;
      await frame();
      await frame();
      const box = scroller.getBoundingClientRect();
      const points = [0.05, 0.35, 0.65, 0.95].map((share) => box.top + box.height * share);
      const seen = points.map((y) => document.elementFromPoint(box.left + box.width / 2, y)?.closest('li'));
      if (seen.some((row) => row === null || row === undefined)) frames.push(at);
    }
    scroller.scrollTop = scroller.scrollHeight;
    return frames;
  });
  expect(blanks).toEqual([]);
  await expect(list).toContainText(`C${CASES}`);

  await page.getByRole('textbox', { name: 'Filter the cases' }).fill('C07777');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('link').click();
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('hello C07777');
});
