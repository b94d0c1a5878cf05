import type { CaseHealth, CaseHealthState } from '@/runner/fold';
import { formatLocalTime } from '@/runner/format';
import { describeCaseHealthSince, getCaseHealthName, type StatusTone } from '@/runner/verdict';
import { cn } from './cn';
import { toneLook } from './status-look';

type Props = { of: CaseHealth | undefined; className?: string };

/** Marks a case whose standing needs attention, such as new, broken, flaky or back; renders nothing for others. */
export function CaseHealthBadge({ of, className }: Props) {
  const tone = of === undefined ? undefined : tones[of.state];
  if (of === undefined || tone === undefined) return null;
  return (
    <span
      title={describeCaseHealthSince(of, formatLocalTime)}
      className={cn('whitespace-nowrap rounded-full px-1.5 font-medium text-2xs', toneLook[tone].soft, className)}
    >
      {getCaseHealthName(of)}
    </span>
  );
}

const tones: Readonly<Partial<Record<CaseHealthState, StatusTone>>> = {
  new: 'fail',
  broken: 'fail',
  back: 'pass',
  flaky: 'late',
};
