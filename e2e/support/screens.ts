import { expect, type Page, test } from '@playwright/test';
import { violationsIn } from './accessible';
import { visit } from './visit';

/** Themes change colours, and never what fits: the size between the others is seen in one of them. */
const sizes = [
  { size: { width: 1440, height: 900 }, colorSchemes: ['light', 'dark'] },
  { size: { width: 1280, height: 800 }, colorSchemes: ['light'] },
  { size: { width: 390, height: 844 }, colorSchemes: ['light', 'dark'] },
] as const;

/** Between the wide and the narrow page nothing is there that one of them has not. */
const BETWEEN = 1280;

/**
 * Looks at what is at each of these addresses; a test that is tagged `@long` also at other states of these pages, and at pages
 * that other tests look at.
 */
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

/** Addresses by the names that failures are reported with. */
type ScreenAddresses = Record<string, string>;

/** Whether the test looks at pages in all sizes and themes. */
export function isLong(): boolean {
  return test.info().tags.includes('@long');
}

/**
 * Finds that nothing sticks out sideways, wide and narrow, and that everybody can use what the wide page shows. A test that is
 * tagged `@long` finds both in all sizes and themes.
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

/** On a narrow screen panes are shown one at a time; what opens above them stays where it is. */
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
  // A menu stands above the landmarks, at the button that opened it.
  const rules = (await page.getByRole('menu').isVisible()) ? ['region'] : [];
  const found = await violationsIn(page, { colorScheme, disabled: rules });
  expect.soft(found, what).toEqual([]);
}
