import { expect, type Page } from '@playwright/test';

/** Checks that the page itself does not scroll; parts of it may. */
export async function expectToFit(page: Page): Promise<void> {
  const [wide, high] = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [scrollWidth - window.innerWidth, scrollHeight - window.innerHeight];
  });
  expect(wide, 'no wider than the screen').toBeLessThanOrEqual(0);
  expect(high, 'no higher than the screen').toBeLessThanOrEqual(0);
}
