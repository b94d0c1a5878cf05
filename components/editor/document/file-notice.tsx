import type { ReactNode } from 'react';
import { cn } from '@/components/ui/cn';
import { toneSoft, toneText } from '@/components/ui/status-look';
import type { Tone } from '@/runner/verdict';

type Props = { tone: Tone; text: string; children?: ReactNode };

/** One line above the text, with what can be done about it. */
export function FileNotice({ tone, text, children }: Props) {
  return (
    <div
      role="alert"
      className={cn(
        'flex shrink-0 flex-wrap items-center gap-2 border-b px-3 py-1.5 text-xs',
        toneSoft[tone],
        toneText[tone],
      )}
    >
      <span className="min-w-40 grow">{text}</span>
      {children}
    </div>
  );
}
