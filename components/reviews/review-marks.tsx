import { cn } from '@/components/ui/cn';
import { toneText } from '@/components/ui/status-look';
import { reviewVerdicts } from '@/runner/contract';
import { reviewLook } from './review-look';

/** Shows the reviews of a case as small marks. */
export function ReviewMarks({ verdicts }: { verdicts: readonly string[] }) {
  return reviewVerdicts
    .filter((verdict) => verdicts.includes(verdict))
    .map((verdict) => {
      const { word, icon: Icon, tone } = reviewLook[verdict];
      return (
        <span key={verdict} className={cn('shrink-0', toneText[tone])} title={`Reviewed: ${word}`}>
          <Icon aria-hidden className="size-3" strokeWidth={2.5} />
          <span className="sr-only">Reviewed: {word}</span>
        </span>
      );
    });
}
