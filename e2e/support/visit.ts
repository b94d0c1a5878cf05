import { expect, type Page } from '@playwright/test';

/** Opens a page and waits for hydration; before that, it ignores input. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await waitForHydration(page);
}

/** Reloads the page and waits for hydration. */
export async function revisit(page: Page): Promise<void> {
  await page.reload();
  await waitForHydration(page);
}

export async function waitForHydration(page: Page): Promise<void> {
  const theme = page.getByRole('group', { name: 'Theme', includeHidden: true });
  await expect(theme.locator('[aria-pressed=true]')).toHaveCount(1);
}
