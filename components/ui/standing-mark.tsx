import type { CaseStanding, StandingState } from '@/runner/fold';
import { localTime } from '@/runner/format';
import { caseStandingWords, type StatusTone, standingName } from '@/runner/verdict';
import { cn } from './cn';
import { toneLook } from './status-look';

type Props = { of: CaseStanding | undefined; className?: string };

/** Marks a case whose standing needs attention, such as new, broken, flaky or back; renders nothing for others. */
export function StandingMark({ of, className }: Props) {
  const tone = of === undefined ? undefined : tones[of.state];
  if (of === undefined || tone === undefined) return null;
  return (
    <span
      title={caseStandingWords(of, localTime)}
      className={cn('whitespace-nowrap rounded-full px-1.5 font-medium text-2xs', toneLook[tone].soft, className)}
    >
      {standingName(of)}
    </span>
  );
}

const tones: Readonly<Partial<Record<StandingState, StatusTone>>> = {
  new: 'fail',
  broken: 'fail',
  back: 'pass',
  flaky: 'late',
};
