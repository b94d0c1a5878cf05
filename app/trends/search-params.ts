import { createLoader, parseAsBoolean, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { trendWindows } from '@/lib/queries';

export const trendsSearchParams = {
  /** The suite that ran last when nobody says which; `*` for all. */
  suite: parseAsString.withDefault(''),
  agent: parseAsString.withDefault(''),
  /** The one whose whole run is the newest when nobody says which; `*` for all, `-` for runs without one. */
  connector: parseAsString.withDefault(''),
  window: parseAsStringLiteral(trendWindows).withDefault('50'),
  /** Only cases with the same content in all runs. */
  same: parseAsBoolean.withDefault(false),
};

export const loadTrendsSearchParams = createLoader(trendsSearchParams);
