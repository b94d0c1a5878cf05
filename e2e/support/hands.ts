import { expect, type Locator, type Page } from '@playwright/test';

/** The maximum number of Tab presses to reach a target; panes with many elements need a better shortcut. */
const MAX_STEPS = 64;

export type KeyboardActions = {
  /** Presses Tab until an element has the focus; the focus must be visible at every stop. */
  to(target: Locator, direction?: 'forth' | 'back'): Promise<void>;
  /** Moves the focus to an element with Tab, and presses a key. */
  press(target: Locator, key: string): Promise<void>;
  /** Opens the focused menu or list, and selects the item that starts with these letters. */
  pick(letters: string, item: Locator): Promise<void>;
  /** Moves the focus to a field with Tab, and replaces the field's text. */
  write(target: Locator, text: string): Promise<void>;
};

/** Lets a user work with only a keyboard. The test fails at its end if the mouse was used. */
export async function withKeysAlone(page: Page, story: (keys: KeyboardActions) => Promise<void>): Promise<void> {
  const pointed = await recordedEvents(page, ['pointerdown', 'mousedown', 'touchstart']);
  const keys: KeyboardActions = {
    async to(target, direction = 'forth') {
      await expect(target).toBeVisible();
      await expect(target).toBeEnabled();
      // The target is looked up once and not after every step, because looking it up takes longer than the steps
      // themselves.
      let wanted = await target.elementHandle();
      for (let step = 0; step < MAX_STEPS; step += 1) {
        if ((await wanted?.evaluate(({ isConnected }) => isConnected)) !== true) wanted = await target.elementHandle();
        if ((await wanted?.evaluate((element) => element === document.activeElement)) === true) return;
        await page.keyboard.press(direction === 'forth' ? 'Tab' : 'Shift+Tab');
        await expectVisibleFocus(page);
      }
      await expect(target, `reached with ${MAX_STEPS} steps of the Tab key`).toBeFocused({ timeout: 1 });
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

/** Clicks a field and replaces its text. */
export type TypeText = (target: Locator, text: string) => Promise<void>;

/** Lets a user work with the mouse and type only text. The test fails at its end if any other key was pressed. */
export async function withMouseAlone(page: Page, story: (write: TypeText) => Promise<void>): Promise<void> {
  const pressed = await recordedEvents(page, ['keydown']);
  await story(async (target, text) => {
    await target.click({ clickCount: 3 });
    await page.keyboard.insertText(text);
  });
  expect(pressed).toEqual([]);
}

/** Records events of these types on this page and on pages that are opened later. */
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

/** The code editor shows typed text with a short delay. */
async function expectVisibleFocus(page: Page): Promise<void> {
  if ((await hiddenFocus(page)) === undefined) return;
  await expect.poll(() => hiddenFocus(page), 'has the focus, and one cannot see it').toBeUndefined();
}

function hiddenFocus(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    // A dialog itself may have the focus, so that screen readers start at its title.
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

/** Checks that some element has the focus after the last action. */
export async function expectFocusSomewhere(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
}
