import { expect, type Page } from '@playwright/test';

/** Parts of the page may scroll; the page itself is as large as the screen. */
export async function expectToFit(page: Page): Promise<void> {
  const [wide, high] = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [scrollWidth - window.innerWidth, scrollHeight - window.innerHeight];
  });
  expect(wide, 'no wider than the screen').toBeLessThanOrEqual(0);
  expect(high, 'no higher than the screen').toBeLessThanOrEqual(0);
}
