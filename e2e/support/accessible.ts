import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Nothing on the page keeps anybody from using it, as far as a program can tell. */
export async function expectNoViolations(page: Page, where: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  // What is half faded in has colours that nobody chose.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
  const { violations } = await axe(page).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`);
  expect(found, where).toEqual([]);
}

/** All rules of WCAG 2.2 AA and of best practice: what is clicked is no smaller than 24 pixels, which is off unless asked for. */
export function axe(page: Page, disabled: readonly string[] = []): AxeBuilder {
  const off = disabled.map((rule) => [rule, { enabled: false }]);
  return new AxeBuilder({ page }).options({ rules: { 'target-size': { enabled: true }, ...Object.fromEntries(off) } });
}

/** The same in the light theme and in the dark one. */
export async function expectNoViolationsInBoth(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoViolations(page, `${where}, ${colorScheme}`);
  }
}
