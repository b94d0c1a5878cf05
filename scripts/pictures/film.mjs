import path from 'node:path';
import sharp from 'sharp';

const WIDTH = 960;
const FRAME_MS = 250;

/** Takes pictures of a page until `ended` resolves, and combines them into an animation. */
export async function film(page, ended, file) {
  let goesOn = true;
  const end = ended.then(() => {
    goesOn = false;
  });
  const frames = [];
  while (goesOn) {
    frames.push(await page.screenshot());
    await page.waitForTimeout(FRAME_MS);
  }
  await end;
  await page.waitForLoadState('networkidle');
  frames.push(await page.screenshot());
  const small = await Promise.all(frames.map((frame) => sharp(frame).resize(WIDTH).png().toBuffer()));
  const delay = small.map((_, place) => (place === small.length - 1 ? 4000 : FRAME_MS));
  await sharp(small, { join: { animated: true } })
    .webp({ quality: 70, effort: 6, delay, loop: 0 })
    .toFile(file);
  return { frames: frames.length, file: path.basename(file) };
}
