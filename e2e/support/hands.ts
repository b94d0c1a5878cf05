import { expect, type Locator, type Page } from '@playwright/test';

/** A pane of fifty cases has a hundred places for the Tab key; nobody goes further without a better key. */
const MOST_STEPS = 64;

export type KeyboardActions = {
  /** Goes there with the Tab key; wherever it stops on the way, one can see where one is. */
  to(target: Locator, direction?: 'forth' | 'back'): Promise<void>;
  /** Goes there and gives a key. */
  press(target: Locator, key: string): Promise<void>;
  /** Opens a menu or a list at the button that has the focus, and takes what the letters lead to. */
  pick(letters: string, item: Locator): Promise<void>;
  /** Goes to a field and writes instead of what is in it. */
  write(target: Locator, text: string): Promise<void>;
};

/** The keyboard alone. Fails at the end of the test when anything was pointed at. */
export async function withKeysAlone(page: Page, story: (keys: KeyboardActions) => Promise<void>): Promise<void> {
  const pointed = await recordedEvents(page, ['pointerdown', 'mousedown', 'touchstart']);
  const keys: KeyboardActions = {
    async to(target, direction = 'forth') {
      await expect(target).toBeVisible();
      await expect(target).toBeEnabled();
      // To look for the target at every step would take longer than the steps.
      let wanted = await target.elementHandle();
      for (let step = 0; step < MOST_STEPS; step += 1) {
        if ((await wanted?.evaluate(({ isConnected }) => isConnected)) !== true) wanted = await target.elementHandle();
        if ((await wanted?.evaluate((element) => element === document.activeElement)) === true) return;
        await page.keyboard.press(direction === 'forth' ? 'Tab' : 'Shift+Tab');
        await expectVisibleFocus(page);
      }
      await expect(target, `reached with ${MOST_STEPS} steps of the Tab key`).toBeFocused({ timeout: 1 });
    },
    async press(target, key) {
      await keys.to(target);
      await page.keyboard.press(key);
    },
    async pick(letters, item) {
      await page.keyboard.press('Enter');
      await expect(page.getByRole('menuitem').or(page.getByRole('option')).and(page.locator(':focus'))).toHaveCount(1);
      await page.keyboard.type(letters);
      await expect(item).toBeFocused();
      await page.keyboard.press('Enter');
    },
    async write(target, text) {
      await keys.to(target);
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    },
  };
  await story(keys);
  expect(pointed).toEqual([]);
}

/** Writes instead of what is in a field, which is chosen with the mouse. */
export type TypeText = (target: Locator, text: string) => Promise<void>;

/** The mouse alone, and keys only to write. Fails at the end when a key was pressed for anything else. */
export async function withMouseAlone(page: Page, story: (write: TypeText) => Promise<void>): Promise<void> {
  const pressed = await recordedEvents(page, ['keydown']);
  await story(async (target, text) => {
    await target.click({ clickCount: 3 });
    await page.keyboard.insertText(text);
  });
  expect(pressed).toEqual([]);
}

/** What a person did of these kinds, on this page and those that follow. */
async function recordedEvents(page: Page, kinds: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  await page.exposeFunction('tellOfEvent', (kind: string) => found.push(kind));
  await page.addInitScript((names) => {
    for (const name of names) {
      const reportEvent = (event: Event) => event.isTrusted && Reflect.get(window, 'tellOfEvent')(event.type);
      window.addEventListener(name, reportEvent, { capture: true });
    }
  }, kinds);
  return found;
}

/** The editor of texts shows it a moment later. */
async function expectVisibleFocus(page: Page): Promise<void> {
  if ((await hiddenFocus(page)) === undefined) return;
  await expect.poll(() => hiddenFocus(page), 'has the focus, and one cannot see it').toBeUndefined();
}

function hiddenFocus(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    // A dialog is read from its title on, and stands out as a whole.
    if (focused === null || focused.matches('body, [role=dialog]')) return undefined;
    const { top, left, bottom, right } = focused.getBoundingClientRect();
    const isInSight = bottom > 0 && right > 0 && top < window.innerHeight && left < window.innerWidth;
    const shown = [focused, focused.closest('.cm-editor')].some((element) => {
      const { outlineStyle = 'none', outlineWidth = '0px' } = element === null ? {} : getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    });
    return isInSight && shown ? undefined : focused.outerHTML.slice(0, 300);
  });
}

/** What was just done has not left the keyboard nowhere. */
export async function expectFocusSomewhere(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
}
