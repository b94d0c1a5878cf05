import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { comparePictures } from './compare-pictures.ts';

describe('comparePictures', () => {
  test('the same page is the same', async () => {
    expect((await comparePictures(await page({}), await page({}))).problem).toBeUndefined();
  });

  test('letters may be smoothed in another way', async () => {
    const smoothed = await sharp(await page({}))
      .blur(0.6)
      .png()
      .toBuffer();
    expect((await comparePictures(await page({}), smoothed)).problem).toBeUndefined();
  });

  test('a kept picture may have lost a little', async () => {
    const kept = await sharp(await page({}))
      .webp({ quality: 60 })
      .toBuffer();
    expect((await comparePictures(kept, await page({}))).problem).toBeUndefined();
  });

  test.each([
    ['a badge that is gone', { badge: 'none' }],
    ['a badge of another colour', { badge: '#b91c1c' }],
    ['a line that moved by twelve pixels', { line: 112 }],
    ['another colour of the page', { background: '#f1f5f9' }],
  ])('%s is seen, and where', async (_, change) => {
    const { problem, picture } = await comparePictures(await page({}), await page(change));
    expect(problem).toMatch(/cells of 6 × 6 pixels differ, between \d+,\d+ and \d+,\d+/);
    const { width, height } = await sharp(await picture()).metadata();
    expect([width, height]).toEqual([600, 300]);
  });

  test('another size is another picture', async () => {
    const narrow = await sharp(await page({}))
      .resize(590, 300)
      .png()
      .toBuffer();
    expect((await comparePictures(await page({}), narrow)).problem).toBe('it is 590 × 300 pixels, and was 600 × 300');
  });
});

/** Renders a synthetic page with a badge and a line of strokes that look like words. */
function page({ badge = '#15803d', line = 100, background = '#ffffff' }): Promise<Buffer> {
  const strokes = Array.from(
    { length: 60 },
    (_, place) => `<rect x="${40 + place * 8}" y="${line}" width="3" height="10"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300">
    <rect width="600" height="300" fill="${background}"/>
    <rect x="40" y="40" width="60" height="20" rx="10" fill="${badge}"/>${strokes.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
