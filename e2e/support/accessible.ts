import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { colorSchemes, isThorough } from './thorough';

type ColorScheme = 'light' | 'dark';
type PageLook = {
  /**
   * The theme of the page. In the dark theme only rules about colours are checked; all others give the same result in
   * both themes.
   */
  colorScheme?: ColorScheme;
  disabled?: readonly string[];
};

/** Checks with axe that the page has no accessibility violations. */
export async function expectNoViolations(page: Page, where: string, look: PageLook = {}): Promise<void> {
  await page.waitForLoadState('networkidle');
  // Waits until animations have ended, because elements that are fading in have other colours.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
  expect(await findViolations(page, look), where).toEqual([]);
}

/** Checks the light theme and, in thorough tests, the dark theme. */
export async function expectNoViolationsInBoth(page: Page, where: string): Promise<void> {
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme });
    await expectNoViolations(page, `${where}, ${colorScheme}`, { colorScheme });
  }
}

/** Checks a state that `npm test` already checks elsewhere; only in thorough tests. */
export async function expectNoViolationsEither(page: Page, where: string): Promise<void> {
  if (isThorough) await expectNoViolationsInBoth(page, where);
}

/** Returns the violated rules with the elements that violate them. */
export async function findViolations(
  page: Page,
  { colorScheme = 'light', disabled = [] }: PageLook = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const rules: RunOptions =
    colorScheme === 'dark'
      ? { runOnly: ['color-contrast', 'link-in-text-block'] }
      : { rules: createRuleSettings(disabled) };
  const violations = await page.evaluate(
    async (options) => (await window.axe.run(options)).violations,
    // axe returns details only for violated rules, because no others are needed.
    { ...rules, resultTypes: ['violations'] } satisfies RunOptions,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
}

/**
 * Returns the rules to check: WCAG 2.2 AA and best practices, and the rule for targets of at least 24 pixels, which is
 * off by default.
 */
function createRuleSettings(disabled: readonly string[]): Record<string, { enabled: boolean }> {
  return {
    'target-size': { enabled: true },
    ...Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }])),
  };
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
