import type { Locator, Page } from '@playwright/test';

/** Counts a user's clicks, keys and filled fields; reading, and resting the pointer, are not counted. */
export function hand() {
  let steps = 0;
  let keys = 0;
  let fields = 0;
  return {
    steps: () => steps,
    counts: () => ({ clicks: steps, keys, fields }),
    async click(target: Locator) {
      steps += 1;
      await target.click();
    },
    async selectText(target: Locator) {
      steps += 1;
      await target.selectText();
    },
    async press(page: Page, key: string) {
      keys += 1;
      await page.keyboard.press(key);
    },
    /** Replaces the text of a field that has the focus, or that Tab reaches next. */
    async write(target: Locator, text: string) {
      fields += 1;
      await target.fill(text);
    },
  };
}
