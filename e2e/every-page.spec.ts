import { globSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { expectNoViolations } from './support/accessible';
import { test } from './support/shared';
import { visit } from './support/visit';

const app = path.join(import.meta.dirname, '../app');
const suite = 'tests/refunds.jsonl';

test('every page passes axe', async ({ page, dashboard }) => {
  test.setTimeout(600_000);
  const run = path.basename(await dashboard.recorded(suite, '--name', 'shop'));
  const scored = path.basename(await dashboard.recorded('tests/replies.csv', '--scorer', 'replies', '--runs', '2'));
  dashboard.write(
    'reviews/every-page.jsonc',
    '{ "question": "Would you send this answer?", "sample": 5, "people": 1 }',
  );
  const places: Readonly<Record<string, string[]>> = {
    'page.tsx': ['/'],
    'runs/page.tsx': ['/runs', '/runs?by=suite'],
    'runs/[runId]/page.tsx': [`/runs/${run}`, `/runs/${run}?case=R-03&tab=why`],
    'runs/[runId]/failures/page.tsx': [`/runs/${run}/failures`],
    'runs/[runId]/spending/page.tsx': [`/runs/${run}/spending`],
    'runs/[runId]/scores/page.tsx': [`/runs/${scored}/scores`],
    'runs/[runId]/review/page.tsx': [`/runs/${run}/review`],
    'review/page.tsx': ['/review'],
    'review/queue/page.tsx': ['/review/queue?name=every-page'],
    'compare/page.tsx': ['/compare', `/compare?base=${run}&head=${run}`],
    'compare/matrix/page.tsx': ['/compare/matrix', `/compare/matrix?suite=${suite}&agent=shop`],
    'cases/page.tsx': ['/cases', '/cases?q=refund'],
    'cases/[...suite]/page.tsx': [`/cases/${suite}`, `/cases/${suite}?case=R-03&panel=proposals`],
    'trends/page.tsx': [`/trends?suite=${suite}`],
    'trends/case/page.tsx': [`/trends/case?suite=${suite}&case=R-03`],
    'search/page.tsx': ['/search', '/search?q=order'],
    'settings/page.tsx': ['/settings'],
    'try/page.tsx': ['/try'],
  };
  expect(Object.keys(places).sort(), 'each page has a place here').toEqual(
    globSync('**/page.tsx', { cwd: app }).sort(),
  );
  for (const place of [...Object.values(places).flat(), '/no-such-page']) {
    await test.step(place, async () => {
      await visit(page, `${dashboard.url}${place}`);
      await expectNoViolations(page, place);
    });
  }
});

test('a box without a tick has a border that can be seen in the dark', async ({ page, dashboard }) => {
  await dashboard.recorded(suite, '--name', 'shop');
  await page.emulateMedia({ colorScheme: 'dark' });
  await visit(page, `${dashboard.url}/trends?suite=${suite}`);
  const box = page.getByRole('checkbox', { name: 'Same cases only' });
  await expect(box).not.toBeChecked();
  const [border, background] = await box.evaluate((element) => {
    const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
    const lightness = (colour: string) => {
      if (context === null) return 0;
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const style = getComputedStyle(element);
    const isDrawn = style.outlineStyle === 'solid' && style.outlineWidth !== '0px';
    return [isDrawn ? lightness(style.outlineColor) : 0, lightness(getComputedStyle(document.body).backgroundColor)];
  });
  // WCAG 1.4.11: the parts of a control by which it is recognized need a contrast of at least 3 to 1.
  expect(((border ?? 0) + 0.05) / ((background ?? 0) + 0.05)).toBeGreaterThan(3);
});
