import type { Locator } from '@playwright/test';

/** Counts what a person does with the mouse; what is only looked at is free. */
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
