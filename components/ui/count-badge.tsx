import type { Icon } from '@/components/ui/icons';
import type { StatusTone } from '@/runner/verdict';
import { cn } from './cn';
import { toneClasses } from './status-look';

type Props = {
  look: { icon: Icon; tone: StatusTone };
  count: number;
  /** The noun for what is counted. On narrow screens, the icon may replace it. */
  word: string;
  wordClassName?: string;
  title?: string;
  active: boolean;
  onClick: () => void;
};

/** A button with a count; a click filters the page by the counted items. */
export function CountBadge({ look: { icon: Icon, tone }, count, word, wordClassName, title, active, onClick }: Props) {
  return (
    <button
      type="button"
      aria-pressed={active}
      title={title}
      onClick={onClick}
      className={cn(
        'flex h-6 items-center gap-1 rounded-full px-2 font-medium text-xs tabular-nums hover:underline',
        toneClasses[tone].text,
        active && toneClasses[tone].soft,
      )}
    >
      <Icon aria-hidden className="size-3.5" strokeWidth={2.5} />
      {count} <span className={cn('font-normal', wordClassName)}>{word}</span>
    </button>
  );
}
