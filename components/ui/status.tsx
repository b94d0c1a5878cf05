import { type StatusName, statusWordAndTone } from '@/runner/verdict';
import { cn } from './cn';
import { statusIcons, toneClasses } from './status-look';

type Props = { of: StatusName; show?: 'badge' | 'text' | 'icon' | 'word'; className?: string };

/** Shows a status as an icon, a word and a colour. Screen readers always get the word. */
export function Status({ of, show = 'text', className }: Props) {
  const { word, tone } = statusWordAndTone[of];
  const Icon = statusIcons[of];
  const spins = of === 'running' || of === 'pending';
  return (
    <span
      className={cn(
        'inline-flex items-baseline gap-1.5 whitespace-nowrap font-medium',
        toneClasses[tone].text,
        show === 'badge' && ['rounded-full px-2 py-0.5 text-xs', toneClasses[tone].soft],
        show === 'word' && ['rounded-full px-1.5 text-2xs', toneClasses[tone].soft],
        className,
      )}
      title={show === 'icon' ? word : undefined}
    >
      {show !== 'word' && (
        <Icon aria-hidden className={cn('size-3.5 shrink-0 self-center', spins && 'animate-spin')} strokeWidth={2.5} />
      )}
      <span className={show === 'icon' ? 'sr-only' : undefined}>{word}</span>
    </span>
  );
}
