import { createLoader, parseAsBoolean, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { trendWindows } from '@/lib/queries';

export const trendsSearchParams = {
  /** The key of the selected suite. Defaults to the suite that ran last; `*` means all. */
  suite: parseAsString.withDefault(''),
  agent: parseAsString.withDefault(''),
  /**
   * The connector of the runs. Defaults to that of the newest complete run; `*` means all, `-` means runs without a
   * connector.
   */
  connector: parseAsString.withDefault(''),
  /**
   * The connector of the simulated users. Defaults to that of the newest complete run; `*` means all, `-` means the
   * rule-based users.
   */
  simulator: parseAsString.withDefault(''),
  window: parseAsStringLiteral(trendWindows).withDefault('50'),
  /** True if only cases are counted whose content is the same in all shown runs. */
  same: parseAsBoolean.withDefault(false),
};

export const loadTrendsSearchParams = createLoader(trendsSearchParams);
