export const HEIGHT_PX = 220;
/** Initial width, until the real one is measured. */
export const WIDTH_PX = 420;

export const axisTick = { fill: 'var(--ink-faint)', fontSize: 11 };

/** From 0 to 1, extended if scores lie outside. */
export const scoreDomain: [(low: number) => number, (high: number) => number] = [
  (low) => Math.min(0, low),
  (high) => Math.max(1, high),
];
