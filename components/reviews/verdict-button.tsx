import { cn } from '@/components/ui/cn';
import type { Icon } from '@/components/ui/icons';
import { Kbd } from '@/components/ui/kbd';
import { toneClasses } from '@/components/ui/status-look';
import type { StatusTone } from '@/runner/verdict';

type Props = {
  choice: { word: string; icon?: Icon; tone: StatusTone; key: string; keyWord?: string };
  active: boolean;
  onGive: () => void;
};

/**
 * A button that gives a verdict, with its key. The labels of a queue have no icons; their buttons show the key instead.
 */
export function VerdictButton({ choice: { word, icon: Icon, tone, key, keyWord = key }, active, onGive }: Props) {
  return (
    <button
      type="button"
      aria-pressed={active}
      aria-keyshortcuts={key}
      title={`${word} (${keyWord})`}
      onClick={onGive}
      className={cn(
        'flex h-7 items-center gap-1.5 rounded-full border px-2.5 font-medium',
        active ? [toneClasses[tone].text, toneClasses[tone].soft] : 'text-ink-soft hover:bg-hover hover:text-ink',
      )}
    >
      {Icon === undefined ? (
        <span aria-hidden className="max-sm:hidden">
          <Kbd>{keyWord}</Kbd>
        </span>
      ) : (
        <Icon aria-hidden className={cn('size-3.5', active && 'fill-current/20')} />
      )}
      <span className={cn(!active && Icon !== undefined && 'max-sm:sr-only')}>{word}</span>
    </button>
  );
}
