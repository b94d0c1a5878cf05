import type { RunListItem } from '@/lib/queries';
import { percent } from '@/runner/format';
import { agentOnlyRate } from '@/runner/verdict';

/** For example `50%`, or `50%, 67% agent only` if the rates differ. Undefined if the run judged nothing. */
export function rateHint({ passRate, counts, faults = {} }: RunListItem): string | undefined {
  if (passRate === null) return undefined;
  const rate = agentOnlyRate(counts, faults)?.rate;
  return `${percent(passRate)}${typeof rate === 'number' ? `, ${percent(rate)} agent only` : ''}`;
}
