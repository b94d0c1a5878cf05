import { cn } from './cn';
import { type StatusName, statusLook, toneSoft, toneText } from './status-look';

type Props = { of: StatusName; show?: 'badge' | 'text' | 'icon'; className?: string };

/** A status as icon, word and colour. With `show="icon"` the word is still there for those who do not see the icon. */
export function Status({ of, show = 'text', className }: Props) {
  const { word, icon: Icon, tone } = statusLook[of];
  const spins = of === 'running' || of === 'pending';
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 whitespace-nowrap font-medium',
        toneText[tone],
        show === 'badge' && ['rounded-full px-2 py-0.5 text-xs', toneSoft[tone]],
        className,
      )}
      title={show === 'icon' ? word : undefined}
    >
      <Icon aria-hidden className={cn('size-3.5 shrink-0', spins && 'animate-spin')} strokeWidth={2.5} />
      <span className={show === 'icon' ? 'sr-only' : undefined}>{word}</span>
    </span>
  );
}
