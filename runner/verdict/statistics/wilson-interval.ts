/** An interval of a proportion, within 0 to 1. */
export type Interval = { low: number; high: number };

/** The 97.5% quantile of the normal distribution, for a 95% interval. */
export const Z_95 = 1.959963984540054;

/**
 * Returns Wilson's 95% score interval for `successes` in `trials`, without continuity correction; 0 to 1 if there are
 * no trials. Both arguments may be fractional. E. B. Wilson, "Probable inference, the law of succession, and
 * statistical inference", JASA 22 (1927). The interval stays within 0 to 1 and is informative even for 3 of 3.
 */
export function computeWilsonInterval(successes: number, trials: number): Interval {
  if (trials === 0) return { low: 0, high: 1 };
  const share = successes / trials;
  const z2 = Z_95 * Z_95;
  const centre = share + z2 / (2 * trials);
  const spread = Z_95 * Math.sqrt((share * (1 - share)) / trials + z2 / (4 * trials * trials));
  const scale = 1 + z2 / trials;
  return {
    low: successes === 0 ? 0 : Math.max(0, (centre - spread) / scale),
    high: successes === trials ? 1 : Math.min(1, (centre + spread) / scale),
  };
}
