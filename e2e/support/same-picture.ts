import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { comparePictures } from '../../scripts/pictures/compare-pictures';

const kept = path.resolve(import.meta.dirname, '..', 'pictures');

/** A style that hides the blinking text cursor. */
const HIDE_CARET_STYLE = '* { caret-color: transparent !important }';

/**
 * Compares screenshots in both themes with the images in `e2e/pictures`; waits a moment for late content and masks
 * clocks. If they differ, the test fails and attaches an image of the difference. `playwright test pictures
 * --update-snapshots` updates the images.
 */
export async function expectSamePictures(page: Page, name: string, ticking: Locator[] = []): Promise<void> {
  await test.step(name, async () => {
    await page.addStyleTag({ content: HIDE_CARET_STYLE });
    const { width = 0 } = page.viewportSize() ?? {};
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const takeScreenshot = async () => {
        await nameReviewer(page);
        return page.screenshot({ animations: 'disabled', caret: 'hide', mask: ticking });
      };
      await expectSamePicture(takeScreenshot, `${name}-${width}-${colorScheme}`);
    }
  });
}

async function expectSamePicture(shoot: () => Promise<Buffer>, name: string): Promise<void> {
  const file = path.join(kept, `${name}.webp`);
  const { updateSnapshots } = test.info().config;
  if (updateSnapshots === 'all' || updateSnapshots === 'changed') return savePicture(shoot, file);
  expect.soft(existsSync(file), `${name}.webp is kept in e2e/pictures`).toBe(true);
  if (!existsSync(file)) return;
  const expected = readFileSync(file);
  let actual: Buffer = expected;
  const problem = async (): Promise<string | undefined> => {
    actual = await shoot();
    return (await comparePictures(expected, actual)).problem;
  };
  try {
    await expect.soft.poll(problem, { message: name, timeout: 20_000 }).toBeUndefined();
  } finally {
    const { problem: rest, picture } = await comparePictures(expected, actual);
    if (rest !== undefined) {
      await attach(`${name}-kept.webp`, expected);
      await attach(`${name}-now.png`, actual);
      await attach(`${name}-difference.png`, await picture());
    }
  }
}

/** The default reviewer name differs between machines. */
function nameReviewer(page: Page): Promise<void> {
  return page.getByText(/^Reviewing as /).evaluateAll((places) => {
    for (const place of places) place.textContent = 'Reviewing as ada';
  });
}

/** Takes the screenshot once the page has stopped changing. */
async function savePicture(shoot: () => Promise<Buffer>, file: string): Promise<void> {
  let last = await shoot();
  await expect
    .poll(
      async () => {
        const before = last;
        last = await shoot();
        return (await comparePictures(before, last)).problem;
      },
      { intervals: [1500] },
    )
    .toBeUndefined();
  mkdirSync(kept, { recursive: true });
  writeFileSync(file, await sharp(last).webp({ quality: 60, effort: 6 }).toBuffer());
}

async function attach(name: string, picture: Buffer): Promise<void> {
  const file = test.info().outputPath(name);
  writeFileSync(file, picture);
  await test.info().attach(name, { path: file });
}
