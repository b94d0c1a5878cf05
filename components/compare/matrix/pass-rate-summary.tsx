import { cn } from '@/components/ui/cn';
import { Check, CircleDashed, X } from '@/components/ui/icons';
import { formatDuration } from '@/runner/values';

type Props = { passed: number; judged: number; meanMs: number | null; cost: string | undefined };

/** Shows how many attempts passed, and their mean cost and duration. */
export function PassRateSummary({ passed, judged, meanMs, cost }: Props) {
  const [Icon, colour] = passRateIconAndColour(passed, judged);
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className={cn('flex items-center gap-1 font-medium', colour)}>
        <Icon aria-hidden className="size-3.5" />
        {passed} of {judged}
      </span>
      <span className="text-ink-soft text-xs">
        {[meanMs === null ? undefined : formatDuration(meanMs), cost].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}

function passRateIconAndColour(passed: number, judged: number) {
  if (passed === judged) return [Check, 'text-pass'] as const;
  return passed === 0 ? ([X, 'text-fail'] as const) : ([CircleDashed, 'text-late'] as const);
}
