import type { Summary } from '../contract/index.ts';
import { formatCost, formatCountWithNoun } from '../values/index.ts';
import { computeTotalCost } from './add-usage.ts';
import type { RunState } from './run-state.ts';

export type DuplicateRunStart = NonNullable<Summary['begunTwice']>;

/**
 * Formats a text such as `2 attempts were started twice: 0.25 EUR`, with the cost of the discarded results; undefined
 * if no attempt was started twice.
 */
export function describeDuplicateStart({
  begunTwice,
  options,
}: Pick<RunState, 'begunTwice' | 'options'>): string | undefined {
  if (begunTwice === undefined) return undefined;
  const { attempts, usage } = begunTwice;
  const cost = computeTotalCost(usage);
  return `${formatCountWithNoun(attempts, 'attempt')} ${attempts === 1 ? 'was' : 'were'} started twice${cost === undefined ? '' : `: ${formatCost(cost, options?.currency)}`}`;
}
