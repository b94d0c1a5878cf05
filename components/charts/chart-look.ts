export const HEIGHT_PX = 220;
/** The initial width of a chart in pixels, until the real width is measured. */
export const WIDTH_PX = 420;

export const axisTick = { fill: 'var(--ink-faint)', fontSize: 11 };

/** The range of a score axis: from 0 to 1, extended if scores lie outside. */
export const scoreDomain: [(low: number) => number, (high: number) => number] = [
  (low) => Math.min(0, low),
  (high) => Math.max(1, high),
];
