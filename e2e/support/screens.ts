import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { violationsIn } from './accessible';

/** Themes change colours, and never what fits: the size between the others is seen in one of them. */
const sizes = [
  { size: { width: 1440, height: 900 }, colorSchemes: ['light', 'dark'] },
  { size: { width: 1280, height: 800 }, colorSchemes: ['light'] },
  { size: { width: 390, height: 844 }, colorSchemes: ['light', 'dark'] },
] as const;

/** Between the wide and the narrow page nothing is there that one of them has not. */
const BETWEEN = 1280;

/** Where the pictures lie, beside the results of the tests. */
const folder = path.resolve(import.meta.dirname, '..', '..', 'test-results', 'screens');

/**
 * Takes a picture of what the page shows in the sizes and themes, and finds that nothing sticks out sideways and
 * that everybody can use it.
 */
export async function expectFitAndUsable(page: Page, name: string): Promise<void> {
  await test.step(name, async () => {
    for (const { size, colorSchemes } of sizes) {
      await page.setViewportSize(size);
      for (const pane of await panesOf(page)) {
        const panes = page.getByRole('navigation', { name: 'Panes' });
        if (pane !== undefined) await panes.getByRole('button', { name: pane }).click();
        for (const colorScheme of colorSchemes) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          const file = [name, pane?.toLowerCase(), size.width, colorScheme].filter((part) => part).join('-');
          await look(page, file);
          if (size.width !== BETWEEN) await expectUsable(page, file, colorScheme);
        }
      }
    }
    await page.setViewportSize(sizes[0].size);
  });
}

/** On a narrow screen panes are shown one at a time; what opens above them stays where it is. */
async function panesOf(page: Page): Promise<(string | undefined)[]> {
  if (await page.getByRole('menu').isVisible()) return [undefined];
  const panes = page.getByRole('navigation', { name: 'Panes' });
  return (await panes.isVisible()) ? panes.getByRole('button').allTextContents() : [undefined];
}

async function look(page: Page, file: string): Promise<void> {
  await page.screenshot({ path: path.join(folder, `${file}.png`), animations: 'disabled' });
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect.soft(wide, `${file} is no wider than the screen`).toBeLessThanOrEqual(room ?? 0);
}

async function expectUsable(page: Page, file: string, colorScheme: 'light' | 'dark'): Promise<void> {
  // A menu stands above the landmarks, at the button that opened it.
  const rules = (await page.getByRole('menu').isVisible()) ? ['region'] : [];
  const found = await violationsIn(page, { colorScheme, disabled: rules });
  expect.soft(found, file).toEqual([]);
}
