import type { RunListItem } from '@/lib/queries';
import { percent } from '@/runner/format';
import { agentOnlyRate } from '@/runner/verdict';

/** `50%`, or both rates where they differ: `50%, 67% agent only`. Nothing of a run that judged nothing. */
export function rateHint({ passRate, counts, faults = {} }: RunListItem): string | undefined {
  if (passRate === null) return undefined;
  const rate = agentOnlyRate(counts, faults)?.rate;
  return `${percent(passRate)}${typeof rate === 'number' ? `, ${percent(rate)} agent only` : ''}`;
}
