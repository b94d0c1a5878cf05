import type { Locator } from '@playwright/test';

/** Counts a user's mouse actions; reading is not counted. */
export function hand() {
  let steps = 0;
  return {
    steps: () => steps,
    async click(target: Locator) {
      steps += 1;
      await target.click();
    },
    async selectText(target: Locator) {
      steps += 1;
      await target.selectText();
    },
  };
}
