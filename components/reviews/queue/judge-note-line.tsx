import { cn } from '@/components/ui/cn';
import { Status } from '@/components/ui/status';
import { visibleText } from '@/runner/format';
import type { JudgeNote } from './judge-notes';

/** The verdict of a judge, or the result of a check, on a turn. */
export function JudgeNoteLine({ note: { status, subject, words, isJudge } }: { note: JudgeNote }) {
  return (
    <div className={cn('flex min-w-0 flex-col gap-1 text-xs', isJudge && 'rounded-md bg-sunken px-3 py-2')}>
      <p className="flex items-baseline gap-2">
        <Status of={status} className="shrink-0 text-xs" />
        <span className="line-clamp-3 min-w-0 break-words">
          {isJudge && <span className="text-ink-faint">Judge: </span>}
          {visibleText(subject)}
        </span>
      </p>
      {words !== undefined && words !== '' && (
        <blockquote className="break-words border-line-strong border-l-2 pl-2 text-ink-soft">
          {visibleText(words)}
        </blockquote>
      )}
    </div>
  );
}
