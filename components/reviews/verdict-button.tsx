import { cn } from '@/components/ui/cn';
import { toneLook } from '@/components/ui/status-look';
import type { ReviewVerdict } from '@/runner/contract';
import { reviewLook } from './review-look';

type Props = { verdict: ReviewVerdict; active: boolean; onGive: () => void };

export function VerdictButton({ verdict, active, onGive }: Props) {
  const { word, icon: Icon, tone, key } = reviewLook[verdict];
  return (
    <button
      type="button"
      aria-pressed={active}
      aria-keyshortcuts={key}
      title={`${word} (${key})`}
      onClick={onGive}
      className={cn(
        'flex h-7 items-center gap-1.5 rounded-full border px-2.5 font-medium',
        active ? [toneLook[tone].text, toneLook[tone].soft] : 'text-ink-soft hover:bg-hover hover:text-ink',
      )}
    >
      <Icon aria-hidden className={cn('size-3.5', active && 'fill-current/20')} />
      <span className={cn(!active && 'max-sm:sr-only')}>{word}</span>
    </button>
  );
}
