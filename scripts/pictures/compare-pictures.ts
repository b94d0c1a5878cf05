import sharp from 'sharp';

/**
 * The size in pixels of the cells in which pictures are compared, so that differences in font smoothing between
 * machines do not count.
 */
const CELL = 6;
/**
 * The maximum difference of colour values (0 to 255) in a cell that does not count. A cell differs if one of its values
 * differs by more.
 */
const COLOR = 10;
/**
 * The number of adjacent differing cells that a person notices, for example because a line of text moved or a badge is
 * missing.
 */
const MAX_CELLS = 12;

export type PictureDifference = {
  /** Describes the difference between two pictures; undefined if a person would see none. */
  problem: string | undefined;
  /** Returns the new picture in grey, with the differences in red. */
  picture: () => Promise<Buffer>;
};

type PictureCells = { data: Buffer; width: number; height: number };

/** Compares two pictures as a person would, ignoring how single letters are smoothed. */
export async function comparePictures(expected: Buffer, actual: Buffer): Promise<PictureDifference> {
  const [before, after] = [await getPictureSize(expected), await getPictureSize(actual)];
  if (before.width !== after.width || before.height !== after.height) {
    const problem = `it is ${formatPictureSize(after)} pixels, and was ${formatPictureSize(before)}`;
    return { problem, picture: async () => actual };
  }
  const size = { width: Math.ceil(after.width / CELL), height: Math.ceil(after.height / CELL) };
  const [old, now] = [await computePictureCells(expected, size), await computePictureCells(actual, size)];
  const differing = findDifferingCells(old, now);
  const problem =
    differing.length > MAX_CELLS
      ? `${differing.length} of ${size.width * size.height} cells of ${CELL} × ${CELL} pixels differ, ${describeArea(differing, size.width)}`
      : undefined;
  return { problem, picture: () => markDifferences(actual, differing, size) };
}

async function getPictureSize(picture: Buffer): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(picture).metadata();
  return { width, height };
}

function formatPictureSize({ width, height }: { width: number; height: number }): string {
  return `${width} × ${height}`;
}

/** The pictures are blurred first, so that a letter shifted by half a pixel does not move into the next cell. */
async function computePictureCells(
  picture: Buffer,
  { width, height }: { width: number; height: number },
): Promise<PictureCells> {
  const image = sharp(picture).removeAlpha().toColourspace('srgb').blur(2);
  const data = await image.resize(width, height, { fit: 'fill', kernel: 'cubic' }).raw().toBuffer();
  return { data, width, height };
}

function findDifferingCells(old: PictureCells, now: PictureCells): number[] {
  const differing: number[] = [];
  for (let cell = 0; cell < old.width * old.height; cell += 1) {
    const isOff = [0, 1, 2].some((channel) => {
      const index = cell * 3 + channel;
      return Math.abs((old.data[index] ?? 0) - (now.data[index] ?? 0)) > COLOR;
    });
    if (isOff) differing.push(cell);
  }
  return differing;
}

function describeArea(cells: readonly number[], width: number): string {
  const columns = cells.map((cell) => cell % width);
  const rows = cells.map((cell) => Math.floor(cell / width));
  const [left, right] = [Math.min(...columns) * CELL, (Math.max(...columns) + 1) * CELL];
  const [top, bottom] = [Math.min(...rows) * CELL, (Math.max(...rows) + 1) * CELL];
  return `between ${left},${top} and ${right},${bottom}`;
}

async function markDifferences(
  actual: Buffer,
  cells: readonly number[],
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const overlay = Buffer.alloc(width * height * 4);
  for (const cell of cells) overlay.set([255, 0, 0, 140], cell * 4);
  const full = await getPictureSize(actual);
  const input = await sharp(overlay, { raw: { width, height, channels: 4 } })
    .resize(full.width, full.height, { fit: 'fill', kernel: 'nearest' })
    .png()
    .toBuffer();
  return sharp(actual).greyscale().toColourspace('srgb').composite([{ input }]).png().toBuffer();
}
