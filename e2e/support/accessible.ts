import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { colorSchemes, isThorough } from './thorough';

type ColorScheme = 'light' | 'dark';
type PageLook = {
  /** All rules are for the light theme; the dark one can break only those about colors. */
  colorScheme?: ColorScheme;
  disabled?: readonly string[];
};

/** Nothing on the page keeps anybody from using it, as far as a program can tell. */
export async function expectNoViolations(page: Page, where: string, look: PageLook = {}): Promise<void> {
  await page.waitForLoadState('networkidle');
  // What is half faded in has colours that nobody chose.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
  expect(await violationsIn(page, look), where).toEqual([]);
}

/** The same in the light theme and, where everything is looked at, in the dark one. */
export async function expectNoViolationsInBoth(page: Page, where: string): Promise<void> {
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme });
    await expectNoViolations(page, `${where}, ${colorScheme}`, { colorScheme });
  }
}

/** The same for another state of a page that `npm test` looks at elsewhere: only where everything is looked at. */
export async function expectNoViolationsEither(page: Page, where: string): Promise<void> {
  if (isThorough) await expectNoViolationsInBoth(page, where);
}

/** What keeps somebody from using the page: the rule, and the parts that break it. */
export async function violationsIn(
  page: Page,
  { colorScheme = 'light', disabled = [] }: PageLook = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const rules: RunOptions =
    colorScheme === 'dark' ? { runOnly: ['color-contrast', 'link-in-text-block'] } : { rules: allRules(disabled) };
  const violations = await page.evaluate(
    async (options) => (await window.axe.run(options)).violations,
    // Where a rule holds is not described.
    { ...rules, resultTypes: ['violations'] } satisfies RunOptions,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
}

/** WCAG 2.2 AA and best practice: what is clicked is no smaller than 24 pixels, which is off unless asked for. */
function allRules(disabled: readonly string[]): Record<string, { enabled: boolean }> {
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
