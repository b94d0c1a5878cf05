import { expect, type Page, test } from '@playwright/test';
import { findViolations } from './accessible';
import { visit } from './visit';

/** The theme does not affect the layout, so the medium width is checked in one theme only. */
const sizes = [
  { size: { width: 1440, height: 900 }, colorSchemes: ['light', 'dark'] },
  { size: { width: 1280, height: 800 }, colorSchemes: ['light'] },
  { size: { width: 390, height: 844 }, colorSchemes: ['light', 'dark'] },
] as const;

/** A page of medium width contains nothing that the wide and narrow pages do not contain. */
const BETWEEN = 1280;

/** Checks the pages at these URLs. Tests tagged `@long` also check further states, and pages that other tests check. */
export async function inspectScreen(
  page: Page,
  url: string,
  places: ScreenAddresses,
  more: ScreenAddresses = {},
): Promise<void> {
  for (const [name, address] of Object.entries({ ...places, ...(isLong() ? more : {}) })) {
    await visit(page, `${url}${address}`);
    await page.waitForLoadState('networkidle');
    await expectFitAndUsable(page, name);
  }
}

/** URLs of pages, by the names under which failures of the pages are reported. */
type ScreenAddresses = Record<string, string>;

/** True if the test checks pages in all sizes and themes. */
export function isLong(): boolean {
  return test.info().tags.includes('@long');
}

/**
 * Checks that nothing overflows horizontally on wide and narrow screens, and that the wide page is accessible. Tests
 * tagged `@long` check both in all sizes and themes.
 */
export async function expectFitAndUsable(page: Page, name: string): Promise<void> {
  const isInAll = isLong();
  await test.step(name, async () => {
    for (const { size, colorSchemes } of isInAll ? sizes : [sizes[0], sizes[2]]) {
      await page.setViewportSize(size);
      for (const pane of await panesOf(page)) {
        const panes = page.getByRole('navigation', { name: 'Panes' });
        if (pane !== undefined) await panes.getByRole('button', { name: pane }).click();
        for (const colorScheme of isInAll ? colorSchemes : (['light'] as const)) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          const what = [name, pane?.toLowerCase(), size.width, colorScheme].filter((part) => part).join('-');
          await expectFit(page, what);
          if (isInAll ? size.width !== BETWEEN : size === sizes[0].size) await expectUsable(page, what, colorScheme);
        }
      }
    }
    await page.setViewportSize(sizes[0].size);
  });
}

/** Returns the panes of a page on a narrow screen, where panes are shown one at a time; open dialogs stay open. */
async function panesOf(page: Page): Promise<(string | undefined)[]> {
  if (await page.getByRole('menu').isVisible()) return [undefined];
  const panes = page.getByRole('navigation', { name: 'Panes' });
  return (await panes.isVisible()) ? panes.getByRole('button').allTextContents() : [undefined];
}

async function expectFit(page: Page, what: string): Promise<void> {
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect.soft(wide, `${what} is no wider than the screen`).toBeLessThanOrEqual(room ?? 0);
}

async function expectUsable(page: Page, what: string, colorScheme: 'light' | 'dark'): Promise<void> {
  // An open menu lies outside of the landmarks, so the rule about landmarks is off.
  const rules = (await page.getByRole('menu').isVisible()) ? ['region'] : [];
  const found = await findViolations(page, { colorScheme, disabled: rules });
  expect.soft(found, what).toEqual([]);
}
