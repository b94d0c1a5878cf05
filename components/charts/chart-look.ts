export const HEIGHT_PX = 220;
/** The width of a chart in pixels before the real width has been measured. */
export const WIDTH_PX = 420;

export const axisTickStyle = { fill: 'var(--ink-faint)', fontSize: 11 };

/** The range of the axis for scores: 0 to 1, extended if scores lie outside. */
export const scoreAxisDomain: [(low: number) => number, (high: number) => number] = [
  (low) => Math.min(0, low),
  (high) => Math.max(1, high),
];
