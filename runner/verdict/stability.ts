import type { Counts } from '../contract/index.ts';
import { computePassRate } from './pass-rate.ts';

export const stabilityClasses = ['stable', 'mostly_stable', 'unstable', 'highly_unstable'] as const;
export type StabilityClass = (typeof stabilityClasses)[number];

/**
 * Classifies a pass rate from 0 to 1: 100% is stable, at least 80% mostly stable, at least 50% unstable, everything
 * else highly unstable.
 */
export function classifyStabilityRate(rate: number): StabilityClass {
  if (rate >= 1) return 'stable';
  if (rate >= 0.8) return 'mostly_stable';
  if (rate >= 0.5) return 'unstable';
  return 'highly_unstable';
}

export function classifyStability(counts: Counts): StabilityClass | null {
  const rate = computePassRate(counts);
  return rate === null ? null : classifyStabilityRate(rate);
}
