import type { CaseHealth, CaseHealthState } from '@/runner/fold';
import { formatLocalTime } from '@/runner/format';
import { describeCaseHealthSince, getCaseHealthName, type StatusTone } from '@/runner/verdict';
import { cn } from './cn';
import { toneClasses } from './status-look';

type Props = { caseHealth: CaseHealth | undefined; className?: string };

/** Marks a case whose state needs attention, such as new, broken, flaky or back; renders nothing for other cases. */
export function CaseHealthBadge({ caseHealth, className }: Props) {
  const tone = caseHealth === undefined ? undefined : toneByHealthState[caseHealth.state];
  if (caseHealth === undefined || tone === undefined) return null;
  return (
    <span
      title={describeCaseHealthSince(caseHealth, formatLocalTime)}
      className={cn('whitespace-nowrap rounded-full px-1.5 font-medium text-2xs', toneClasses[tone].soft, className)}
    >
      {getCaseHealthName(caseHealth)}
    </span>
  );
}

const toneByHealthState: Readonly<Partial<Record<CaseHealthState, StatusTone>>> = {
  new: 'fail',
  broken: 'fail',
  back: 'pass',
  flaky: 'late',
};
