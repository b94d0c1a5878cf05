import type { Steadiness } from '@/runner/verdict';
import { cn } from './cn';
import { toneLook } from './status-look';

type Props = { of: Pick<Steadiness, 'class' | 'turned' | 'words'> | undefined; className?: string };

/** Marks a case that is flaky, that broke, or that always fails; the rest is what one expects of a case. */
export function SteadinessMark({ of, className }: Props) {
  const mark = of === undefined ? undefined : markOf(of);
  if (of === undefined || mark === undefined) return null;
  return (
    <span
      title={of.words}
      className={cn('whitespace-nowrap rounded-full px-1.5 font-medium text-2xs', toneLook[mark.tone].soft, className)}
    >
      {mark.word}
    </span>
  );
}

function markOf({ class: name, turned }: Pick<Steadiness, 'class' | 'turned'>) {
  if (turned === 'broke') return { word: 'broke', tone: 'fail' } as const;
  if (name === 'flaky') return { word: 'flaky', tone: 'late' } as const;
  if (name === 'always_fails') return { word: 'always fails', tone: 'fail' } as const;
  return undefined;
}
